import { OAuth1 } from '@xdevplatform/xdk'
import fc from 'fast-check'
import { OAuth1Helper } from 'twitter-api-v2/dist/cjs/client-mixins/oauth1.helper.js'
import { describe, expect, test } from 'vitest'
import { readAuthorization } from './authorization.ts'
import { hmacSignature, type Parameter, percentEncode, signatureBaseString } from './base-string.ts'
import { Nonces } from './nonces.ts'
import { verify } from './verify.ts'

// The example of X's own documentation; its pages differ in the address and so in the signature.
const CONSUMER_SECRET = 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw'
const TOKEN_SECRET = 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE'
const OAUTH: Parameter[] = [
  ['oauth_consumer_key', 'xvz1evFS4wEEPTGEFPHBog'],
  ['oauth_nonce', 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg'],
  ['oauth_signature_method', 'HMAC-SHA1'],
  ['oauth_timestamp', '1318622958'],
  ['oauth_token', '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb'],
  ['oauth_version', '1.0'],
]
const STATUS: Parameter = ['status', 'Hello Ladies + Gentlemen, a signed OAuth request!']

const sign = (url: string, parameters: Parameter[] = [...OAUTH, STATUS], method = 'post') =>
  hmacSignature(signatureBaseString({ method, url, parameters }), CONSUMER_SECRET, TOKEN_SECRET)

describe('the signature', () => {
  test.each([
    ['https://api.x.com/1.1/statuses/update.json', 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
    ['https://api.twitter.com/1.1/statuses/update.json', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
    ['https://api.twitter.com/1/statuses/update.json', 'tnnArxj06cWHq44gCs1OSKk/jLY='],
  ])('of the documented request to %s', (url, signature) => {
    expect(sign(`${url}?include_entities=true`)).toBe(signature)
  })

  test('drops default ports and keeps others, whatever the case of the host', () => {
    const plain = sign('https://api.x.com/2/tweets')
    expect(sign('https://API.X.com:443/2/tweets#part')).toBe(plain)
    expect(sign('https://api.x.com:8443/2/tweets')).not.toBe(plain)
    expect(sign('http://127.0.0.1:80/a')).toBe(sign('http://127.0.0.1/a'))
    expect(signatureBaseString({ method: 'get', url: 'http://127.0.0.1:8788/a', parameters: [] })).toBe(
      'GET&http%3A%2F%2F127.0.0.1%3A8788%2Fa&',
    )
  })

  test('keeps duplicates, sorts by encoded name and then value, and reads a plus in a query as a space', () => {
    const base = signatureBaseString({
      method: 'GET',
      url: 'https://api.x.com/r?b5=%3D%253D&a3=a&c%40=&a2=r%20b&x=1+2',
      parameters: [
        ['c2', ''],
        ['a3', '2 q'],
      ],
    })
    const signed = decodeURIComponent(base.split('&')[2]!)
    expect(signed).toBe('a2=r%20b&a3=2%20q&a3=a&b5=%3D%253D&c%40=&c2=&x=1%202')
  })

  test('encodes what encodeURIComponent leaves', () => {
    expect(percentEncode("!'()*-._~ é☃")).toBe('%21%27%28%29%2A-._~%20%C3%A9%E2%98%83')
    expect(percentEncode('\ud800')).toBe('%EF%BF%BD')
  })
})

class TheirBaseString extends OAuth1Helper {
  of(url: string, data: Record<string, string>): string {
    const info = Object.fromEntries(OAUTH) as unknown as ReturnType<OAuth1Helper['authorize']>
    return this.getBaseString({ url, method: 'GET', data }, info)
  }
}

describe('against others who sign', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const name = fc.stringMatching(/^[a-z][a-zA-Z0-9._-]{0,8}$/).filter((key) => !key.startsWith('oauth'))
  const parameters = fc.dictionary(name, text, { maxKeys: 5, noNullPrototype: true })
  // The official client sorts by the rules of a language, which agree with bytes for these.
  const simple = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/).filter((key) => !key.startsWith('oauth'))
  const simpleParameters = fc.dictionary(simple, text, { maxKeys: 5, noNullPrototype: true })
  const port = fc.constantFrom('', ':8788', ':8443')

  test('twitter-api-v2 makes the same base string', () => {
    const helper = new TheirBaseString({ consumerKeys: { key: 'k', secret: 's' } })
    fc.assert(
      fc.property(parameters, parameters, port, (query, form, at) => {
        // Names in both would be duplicates, which that client overwrites.
        for (const key of Object.keys(query)) delete form[key]
        const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
        const url = `http://127.0.0.1${at}/2/tweets${search.length > 0 ? `?${search.join('&')}` : ''}`
        const theirs = helper.of(url, form)
        const ours = signatureBaseString({
          method: 'get',
          url,
          parameters: [...Object.entries(form), ...OAUTH],
        })
        expect(ours).toBe(theirs)
      }),
    )
  })

  test('what the official client signs is verified, and is not once anything is changed', async () => {
    const client = new OAuth1({
      apiKey: 'key',
      apiSecret: 'secret&?',
      callback: 'oob',
      accessToken: 'token',
      accessTokenSecret: 'token secret',
    })
    await fc.assert(
      fc.asyncProperty(simpleParameters, port, fc.nat(), async (query, at, luck) => {
        const search = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
        const url = `http://127.0.0.1${at}/2/tweets${search.length > 0 ? `?${search.join('&')}` : ''}`
        const header = readAuthorization(await client.buildRequestHeader('GET', url))!
        const check = (more: { url?: string; method?: string; header?: Parameter[] } = {}) =>
          verify({
            method: 'GET',
            url,
            header,
            form: [],
            keysOf: () => ({ consumerSecret: 'secret&?', tokenSecret: 'token secret' }),
            nonces: new Nonces(),
            clocks: [[Date.now() - 60_000, Date.now() + 60_000]],
            ...more,
          })
        expect(check()).toEqual({ token: 'token' })
        expect(check({ method: 'POST' })).toEqual({ flaw: 'signature' })
        expect(check({ url: `${url}${url.includes('?') ? '&' : '?'}zz=1` })).toEqual({ flaw: 'signature' })
        const place = luck % header.length
        const spoiled = header.map(([key, value], i): Parameter => [key, i === place ? `${value}x` : value])
        expect(check({ header: spoiled })).toHaveProperty('flaw')
      }),
      { numRuns: 50 },
    )
  })
})

describe('the header', () => {
  test('is read whatever the case of its scheme, decoded, without a realm', () => {
    expect(readAuthorization('oauth realm="x", oauth_nonce="a%2Bb" ,oauth_token="t"')).toEqual([
      ['oauth_nonce', 'a+b'],
      ['oauth_token', 't'],
    ])
  })

  test.each(['Bearer x', 'OAuth a', 'OAuth a=b', 'OAuth a="%E0%A4%A"', 'Basic b2F1dGg='])(
    'is not %s',
    (header) => {
      expect(readAuthorization(header)).toBeUndefined()
    },
  )
})

describe('verification', () => {
  const now = 1_700_000_000_000
  const keys = { consumerSecret: 'cs', tokenSecret: 'ts' }
  const signed = (change: Record<string, string | undefined> = {}, form: Parameter[] = []) => {
    const fields: Record<string, string | undefined> = {
      oauth_consumer_key: 'k',
      oauth_nonce: 'n1',
      oauth_signature_method: 'HMAC-SHA1',
      oauth_timestamp: String(now / 1000),
      oauth_token: 't',
      oauth_version: '1.0',
      ...change,
    }
    const header = Object.entries(fields).flatMap(([name, value]): Parameter[] =>
      value === undefined ? [] : [[name, value]],
    )
    const url = 'http://h/p'
    const base = signatureBaseString({ method: 'POST', url, parameters: [...form, ...header] })
    return [...header, ['oauth_signature', hmacSignature(base, 'cs', 'ts')]] satisfies Parameter[]
  }
  const check = (header: Parameter[], nonces = new Nonces(), form: Parameter[] = []) =>
    verify({
      method: 'POST',
      url: 'http://h/p',
      header,
      form,
      keysOf: (key, token) => (key === 'k' && token === 't' ? keys : undefined),
      nonces,
      clocks: [[now - 300_000, now + 300_000]],
    })

  test('takes a good one, with or without a version, and form fields', () => {
    expect(check(signed())).toEqual({ token: 't' })
    expect(check(signed({ oauth_version: undefined }))).toEqual({ token: 't' })
    const form: Parameter[] = [
      ['a', '1'],
      ['a', '0'],
      ['b', 'x + y'],
    ]
    expect(check(signed({}, form), new Nonces(), form)).toEqual({ token: 't' })
    expect(check(signed({}, form), new Nonces(), form.slice(1))).toEqual({ flaw: 'signature' })
  })

  test.each([
    [{ oauth_timestamp: String(now / 1000 - 301) }, 'timestamp'],
    [{ oauth_timestamp: String(now / 1000 + 301) }, 'timestamp'],
    [{ oauth_timestamp: '1e9' }, 'malformed'],
    [{ oauth_nonce: undefined }, 'malformed'],
    [{ oauth_nonce: 'n'.repeat(300) }, 'malformed'],
    [{ oauth_token: undefined }, 'malformed'],
    [{ oauth_other: 'x' }, 'malformed'],
    [{ oauth_signature_method: 'PLAINTEXT' }, 'method'],
    [{ oauth_version: '2.0' }, 'version'],
    [{ oauth_token: 'other' }, 'unknown'],
    [{ oauth_consumer_key: 'other' }, 'unknown'],
  ])('refuses %o: %s', (change, flaw) => {
    expect(check(signed(change))).toEqual({ flaw })
  })

  test('refuses a parameter that comes twice, and a nonce that was used', () => {
    expect(check([...signed(), ['oauth_nonce', 'n2']])).toEqual({ flaw: 'malformed' })
    const nonces = new Nonces()
    const forged = signed().map(
      ([name, value]): Parameter => [name, name === 'oauth_signature' ? 'AAAA' : value],
    )
    expect(check(forged, nonces)).toEqual({ flaw: 'signature' })
    expect(check(signed(), nonces)).toEqual({ token: 't' })
    expect(check(signed(), nonces)).toEqual({ flaw: 'nonce' })
    expect(check(signed({ oauth_nonce: 'n2' }), nonces)).toEqual({ token: 't' })
  })

  test('forgets the oldest nonces past its capacity, and no other', () => {
    const nonces = new Nonces(3)
    for (const nonce of ['a', 'b', 'c', 'd']) expect(nonces.take(nonce)).toBe(true)
    expect([nonces.take('d'), nonces.take('c'), nonces.take('b')]).toEqual([false, false, false])
    expect(nonces.take('a')).toBe(true)
  })
})
