import fc from 'fast-check'

/** A request as it goes over the wire: the target is sent as it is. */
export interface FuzzedRequest {
  method: string
  target: string
  headers: Record<string, string>
}

/** A list that was begun, and the cursor that it gave. */
export interface Begun {
  path: string
  cursor: string
}

/** Stands in every forged Host and X-Forwarded-Host, and in nothing else, so no answer may hold it. */
export const FORGED = 'forged.invalid'

/**
 * Requests that a service may meet: routes and options of ours with values that fit, nearly fit, or are noise.
 * @param known posts and accounts that there are, and cursors that were given
 */
export function fuzzedRequest(known: {
  posts: readonly { handle: string; id: string }[]
  begun: readonly Begun[]
}): fc.Arbitrary<FuzzedRequest> {
  const { posts, begun } = known
  const handle = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...posts.map((post) => post.handle)) },
    fc.constantFrom(
      'i',
      'jack',
      '@jack',
      'JACK',
      'nobody_has_this',
      'a'.repeat(16),
      'search',
      '__proto__',
      'constructor',
    ),
    noise().map(encoded),
  )
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...posts.map((post) => post.id)) },
    fc.constantFrom('0', '20', '020', '1'.repeat(40), '-1', '1e3', '20.0', '٢٠', 'NaN').map(encoded),
    noise().map(encoded),
  )
  const tail = fc.constantFrom(
    '',
    '',
    '',
    '/',
    '/photo/1',
    '/photo/0',
    '/feed.xml',
    '/feed.json',
    '/followers',
    '/..',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//',
    '%00',
    '.md',
    ';a=b',
  )
  const path = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(handle, id, tail).map(([h, n, t]) => `/${h}/status/${n}${t}`) },
    { weight: 2, arbitrary: fc.tuple(handle, tail).map(([h, t]) => `/${h}${t}`) },
    fc.tuple(id, tail).map(([n, t]) => `/api/v1/posts/${n}/replies${t}`),
    fc.tuple(handle, tail).map(([h, t]) => `/api/v1/profiles/${h}${t}`),
    { weight: 4, arbitrary: fc.constantFrom(...FIXED) },
    fc.array(noise(), { maxLength: 4 }).map((parts) => `/${parts.map(encoded).join('/')}`),
  )
  const post = fc.constantFrom(...posts)
  const value = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 2, arbitrary: post.map((one) => `https://x.com/${one.handle}/status/${one.id}`) },
    post.map((one) => one.id),
    post.map((one) => one.handle),
    { weight: 2, arbitrary: cursorOf(begun) },
    { weight: 2, arbitrary: noise() },
    fc.integer({ min: 1_900, max: 9_000 }).map((length) => 'e'.repeat(length)),
  )
  const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...OPTIONS) }, noise())
  const query = fc
    .array(fc.tuple(key, value), { maxLength: 5 })
    .map((pairs) => pairs.map(([k, v]) => `${encoded(k)}=${encoded(v)}`).join('&'))
  const rawQuery = fc.constantFrom(
    '&&&',
    '=',
    '%',
    '%zz=%',
    'a[b][c][]=1&a[b][c][]=2',
    'q=%ED%A0%80',
    'q=%00',
    'q',
    '?q=a',
    '#',
    'q=a&q=b',
    'format=json;q=a',
  )
  const fresh = fc
    .tuple(path, fc.oneof({ weight: 5, arbitrary: query }, rawQuery))
    .map(([p, q]) => (q ? `${p}?${q}` : p))
    // Node itself refuses a head of 16 KiB.
    .filter((target) => target.length < 12_000)
  const goingOn = fc
    .tuple(fc.constantFrom(...begun.map((one) => one.path)), cursorOf(begun))
    .map(([p, cursor]) => `${p}${p.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`)
  return fc.record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('GET') },
      fc.constantFrom('HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE'),
    ),
    target: fc.oneof({ weight: 5, arbitrary: fresh }, goingOn),
    headers: headers(),
  })
}

const FIXED = [
  '/',
  '/api',
  '/api/',
  '/api/v1',
  '/api/v1/posts',
  '/api/v1/oembed',
  '/api/v1/search',
  '/search',
  '/search/feed.xml',
  '/search/feed.json',
  '/oembed',
  '/api/convert',
  '/api/browse',
  '/api/admin/keys',
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/docs',
  '/docs/errors',
  '/healthz',
  '/metrics',
  '/.well-known/api-catalog',
  '/.well-known/security.txt',
  '/.env',
  '/index.md',
  '/404.md',
  '/i/web/status/20',
]
const OPTIONS = [
  'url',
  'handle',
  'id',
  'format',
  'thread',
  'userinfo',
  'context',
  'full',
  'max_posts',
  'replies',
  'nocache',
  'q',
  'feed',
  'since',
  'until',
  'limit',
  'page',
  'cursor',
  'require_live',
  'with_replies',
  'with_reposts',
  'resource',
  'sort',
  'mode',
  'maxwidth',
  'callback',
  '__proto__',
  'constructor',
  'toString',
  'url[]',
  'q[a][b]',
  'hasOwnProperty',
]
const VALUES = [
  '',
  ' ',
  '0',
  '1',
  '2',
  '10',
  '11',
  '20',
  '100',
  '101',
  '-1',
  '1e9',
  'NaN',
  'true',
  'false',
  '1.5',
  'json',
  'JSON',
  'markdown',
  'obsidian',
  'html',
  'off',
  'full',
  'conversation',
  'thread',
  'top',
  'recent',
  'all',
  'author',
  'latest',
  'photos',
  'users',
  'profile',
  'followers',
  'following',
  'search',
  '2024-01-01',
  '2024-13-45',
  '1735689600',
  '253402300800',
  '-62135596800',
  '99999999999999999999',
  'harbour',
  'from:marta_brenkel',
  '"',
  '()',
  '-',
  'OR',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'https://x.com/jack/status/20',
  'x.com/jack/status/20?s=20',
  'https://x.com@evil.test/jack/status/20',
  'http://[::1]/jack/status/20',
  'https://t.co/abcdefghij',
  'file:///etc/passwd',
  '//x.com/jack/status/20',
  '\ud800',
  '\udc00x',
  '\u0000',
  '\u202e',
  '𝕏'.repeat(20),
  '{{7*7}}',
]

/** Text of any kind: letters, all of Unicode, halves of pairs, controls. */
function noise(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
    fc.constantFrom('%', '%2', '%2f', '%00', '..', '.', '\\', "'", '"><'),
  )
}

/** A cursor that was given, by any list, as it came or changed. */
function cursorOf(begun: readonly Begun[]): fc.Arbitrary<string> {
  return fc
    .record({
      cursor: fc.constantFrom(...begun.map((one) => one.cursor)),
      change: fc.constantFrom('none', 'none', 'cut', 'flip', 'twice', 'tail', 'source', 'taken', 'bare'),
      at: fc.nat(),
      other: fc.string({ minLength: 1, maxLength: 1 }),
    })
    .map(({ cursor, change, at, other }) => {
      const place = at % Math.max(1, cursor.length)
      if (change === 'cut') return cursor.slice(0, place)
      if (change === 'flip') return cursor.slice(0, place) + other + cursor.slice(place + 1)
      if (change === 'twice') return cursor + cursor
      if (change === 'tail') return `${cursor}A`
      if (change === 'source') return cursor.replace(/^[a-z]+:/, 'xsearch:')
      if (change === 'taken') return cursor.replace(/(@\d+)?~/, `@${at % 100_000}~`)
      if (change === 'bare') return cursor.replace(/^[a-z]+:/, '').replace(/~.*$/s, '')
      return cursor
    })
}

function headers(): fc.Arbitrary<Record<string, string>> {
  const words = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
    maxLength: 30,
  })
  const of = (...known: string[]) =>
    fc.option(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, words), {
      nil: undefined,
      freq: 2,
    })
  return fc
    .record({
      accept: of(
        '*/*',
        'text/html',
        'text/markdown',
        'application/json',
        'application/problem+json',
        'image/png',
        'text/*;q=0',
        'text/html;q=abc',
        '*',
        ';;;',
        ',',
        'a/b;'.repeat(100),
      ),
      authorization: of(
        'Basic YTpi',
        'Bearer ',
        'Bearer xmd_nothing',
        `Bearer xmd_${'0'.repeat(48)}`,
        'bearer',
        'Bearer \u0001'.slice(0, 7),
      ),
      host: of(
        FORGED,
        `${FORGED}:80`,
        'localhost',
        '[::1]:80',
        '127.0.0.1',
        `user@${FORGED}`,
        `${FORGED}/path`,
        `${FORGED}?q=`,
        '.',
        'a b',
        '%00',
      ),
      'x-forwarded-host': of(FORGED, `${FORGED}, ${FORGED}`),
      'x-forwarded-proto': of('https', 'javascript'),
      'x-forwarded-for': of(
        '192.0.2.1',
        '::1',
        'unknown',
        '192.0.2.1, , 127.0.0.1',
        '999.1.1.1',
        'fe80::1%eth0',
        `,${','.repeat(50)}`,
      ),
      forwarded: of(`for=192.0.2.1;host=${FORGED};proto=https`),
      'if-none-match': of('*', '"x"', 'W/"x"', 'W/"', '"a", "b"', ','.repeat(200)),
      cookie: of('a=b', 'session=1; path=/', '__Host-a=%00'),
      'user-agent': of('Discordbot/2.0', 'Twitterbot/1.0', 'curl/8', 'Slackbot-LinkExpanding 1.0'),
      range: of('bytes=0-1'),
      'content-type': of('application/json'),
    })
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value.trim()]])),
      ),
    )
}

/** Percent-encodes what may not stand in a target; halves of pairs become the three bytes that they would be. */
function encoded(text: string): string {
  return text.replace(/[^!$'()*,./:;@\w~%[\]-]/gu, (sign) => {
    const code = sign.codePointAt(0) as number
    const bytes =
      code >= 0xd800 && code <= 0xdfff
        ? [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        : [...Buffer.from(sign)]
    return bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  })
}
