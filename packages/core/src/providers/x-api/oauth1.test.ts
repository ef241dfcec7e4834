import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import fc from 'fast-check'
import { TwitterApi } from 'twitter-api-v2'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { authorization } from './oauth1.ts'

/** The example of X's documentation. */
const EXAMPLE = {
  keys: {
    apiKey: 'xvz1evFS4wEEPTGEFPHBog',
    apiSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
    accessToken: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
    accessSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
  },
  moment: { nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg', timestamp: 1318622958 },
  form: [['status', 'Hello Ladies + Gentlemen, a signed OAuth request!']] as const,
}

function signatureIn(header: string): string | undefined {
  const value = /oauth_signature="([^"]+)"/.exec(header)?.[1]
  return value && decodeURIComponent(value)
}

test.each([
  ['https://api.x.com/1.1/statuses/update.json', 'Ls93hJiZbQ3akF3HF3x1Bz8/zU4='],
  ['https://api.twitter.com/1.1/statuses/update.json', 'hCtSmYh+iHYCEqBWrE7C7hYmtUk='],
  ['https://api.twitter.com/1/statuses/update.json', 'tnnArxj06cWHq44gCs1OSKk/jLY='],
])('signs the documented example at %s', (address, signature) => {
  const url = new URL(`${address}?include_entities=true`)
  const header = authorization('post', url, EXAMPLE.keys, EXAMPLE.moment, EXAMPLE.form)
  expect(signatureIn(header)).toBe(signature)
})

const word = fc.oneof(
  fc.constantFrom(
    "!'()*",
    'a b+c',
    '%20',
    'é日本',
    '👩‍💻',
    '&=?',
    '~-._',
    '',
    '#"<>',
    'x=y&z',
    '[]',
    '\\^`{|}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)
const queries = fc.array(fc.tuple(word, word), { maxLength: 6 })

test('signs any query as twitter-api-v2 does', async () => {
  // What that library sends is all that tells its signature.
  const heard: { path: string; authorization: string }[] = []
  const server = createServer((request, response) => {
    heard.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '' })
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { Agent } = await import('node:http')
  const agent = new Agent({ keepAlive: true })
  const { apiKey, apiSecret, accessToken, accessSecret } = EXAMPLE.keys
  const theirs = new TwitterApi(
    { appKey: apiKey, appSecret: apiSecret, accessToken, accessSecret },
    {
      httpAgent: agent,
      plugins: [
        {
          onBeforeRequestConfig({ params }) {
            params.url = params.url.replace('https://api.x.com', origin)
          },
        },
      ],
    },
  )
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          word.filter((name) => name !== '' && name !== '__proto__'),
          word,
        ),
        async (query) => {
          heard.length = 0
          await theirs.v2.get('tweets', query)
          const { path, authorization: header } = heard[0]!
          const field = (name: string) =>
            decodeURIComponent(new RegExp(`${name}="([^"]+)"`).exec(header)?.[1] ?? '')
          const moment = { nonce: field('oauth_nonce'), timestamp: Number(field('oauth_timestamp')) }
          const ours = authorization('GET', new URL(path, origin), EXAMPLE.keys, moment)
          expect(signatureIn(ours)).toBe(field('oauth_signature'))
        },
      ),
      propertyRuns(60),
    )
  } finally {
    agent.destroy()
    server.close()
  }
})

test('the sandbox takes our signature of any query, and none that was made for another', async () => {
  const { url: sandbox, close } = await startSandbox()
  const keys = {
    apiKey: APP.key,
    apiSecret: APP.secret,
    accessToken: USER_TOKENS[0]!.token,
    accessSecret: USER_TOKENS[0]!.secret,
  }
  let count = 0
  try {
    await fc.assert(
      fc.asyncProperty(queries, async (pairs) => {
        const url = new URL(`${sandbox}/x-api/2/media/upload`)
        for (const [name, value] of pairs) url.searchParams.append(name, value)
        const moment = { nonce: `n${count++}`, timestamp: Math.floor(Date.now() / 1000) }
        const header = authorization('GET', url, keys, moment)
        const asked = await fetch(url, { headers: { authorization: header } })
        // An odd parameter is refused, but not its signature.
        expect(asked.status).toBe(400)
        url.searchParams.append('more', '1')
        const other = authorization(
          'GET',
          url,
          { ...keys, accessSecret: 'wrong' },
          { ...moment, nonce: `w${count}` },
        )
        expect((await fetch(url, { headers: { authorization: other } })).status).toBe(401)
      }),
      propertyRuns(60),
    )
  } finally {
    await close()
  }
})
