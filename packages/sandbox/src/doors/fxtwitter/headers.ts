/** What every enveloped answer of the API carries. */
export const API_HEADERS = {
  'content-type': 'application/json',
  'access-control-allow-origin': '*',
  allow: 'OPTIONS, GET, PURGE, HEAD',
  vary: 'Accept-Encoding, User-Agent',
  'x-powered-by': 'x-md-sandbox',
  'x-trans-rights': 'true',
}
