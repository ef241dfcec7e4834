import type { Client, ClientOptions } from '@modelcontextprotocol/client'
import { X_TOOLS } from '@x-md/mcp/tools/x/x-tools.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BadCase, beyondClients, CASES, commonCases, SERVER_NAMES, type Server } from './x-cases.ts'
import { type Scene, startScene } from './x-scene.ts'

const SETTINGS = {
  plan: 'self-serve',
  credits: null,
  spendCap: null,
  usageCap: null,
  enrolled: true,
  bookmarksOauth1: true,
  media: { polls: 0, outcome: 'succeeded', forbidden: false },
}

/** What is sure to be there is written as `{any}`. */
function matcherOf(value: unknown): unknown {
  if (value === '{any}') return expect.anything()
  if (Array.isArray(value)) return value.map(matcherOf)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, matcherOf(one)]))
}

/** Of lists no more than as many entries as are spoken of. */
function cut(given: unknown, wanted: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(wanted)) return wanted.map((one, at) => cut(given[at], one))
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const known = wanted as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, cut(one, known?.[name])]))
}

let scene: Scene
const clients = new Map<Server, Client>()
function clientOf(server: Server): Client {
  const client = clients.get(server)
  if (!client) throw new Error(`${server} was not started`)
  return client
}
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.close())

test('every tool has its case', () => {
  expect(Object.keys(CASES).sort()).toEqual(X_TOOLS.map(({ definition }) => definition.name).sort())
})

const ERAS: [string, ClientOptions][] = [
  ['legacy', {}],
  ['modern', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
]
describe.each(ERAS)('called well, by a client of the %s era', (era, options) => {
  let all: Client
  let enterprise: Client
  beforeAll(async () => {
    await scene.renew()
    await scene.control('x-api', SETTINGS)
    all = await scene.connect('owner', options)
    enterprise = await scene.connect('enterprise', options)
  })

  test('speaks it', () => expect(all.getProtocolEra()).toBe(era))

  test.each(Object.entries(CASES))('%s', async (name, { good, gives, isEnterprise }) => {
    await scene.control('x-api', { plan: isEnterprise ? 'enterprise' : 'self-serve' })
    const before = await scene.bill()
    const client = isEnterprise ? enterprise : all
    const result = await client.callTool({ name, arguments: scene.filled(good, { run: era }) })
    expect(result.isError ?? false, JSON.stringify(result)).toBe(false)
    const given = result.structuredContent as { cost: { usd: number } }
    const wanted = scene.filled(gives)
    expect(cut(given, wanted)).toMatchObject(matcherOf(wanted) as object)
    expect(given.cost.usd).toBe(Math.round(((await scene.bill()) - before) * 1000) / 1000)
    await scene.control('x-api', SETTINGS)
  })
})

const PAGE = ['fresh', 'max_results', 'pagination_token', 'timeout_ms']

/** What a model reads, by tool and by what is wrong. */
const read: { name: string; what: string; args: string; isOwn: boolean; text: string }[] = []

describe('called badly', () => {
  beforeAll(async () => {
    await scene.renew()
    await scene.control('x-api', SETTINGS)
    for (const server of SERVER_NAMES) clients.set(server, await scene.connect(server))
    // Names that are known cost nothing any more, so that nothing at all is charged from here on.
    for (const server of ['owner', 'enterprise'] as const) {
      const client = clientOf(server)
      const usernames = scene.filled({ usernames: ['ines_quillfen', 'oskar_fenwall', '{protected}'] })
      const { isError } = await client.callTool({ name: 'x_users_lookup', arguments: usernames })
      expect(isError ?? false).toBe(false)
    }
  }, 120_000)

  describe.each(X_TOOLS)(
    '$definition.name',
    ({ definition: { name, annotations, inputSchema }, errors, asksFirst }) => {
      const known = CASES[name]
      if (!known) throw new Error(`no case of ${name}`)
      const { good, isEnterprise } = known
      const own = known.bad.map((one) => ({ ...one, isOwn: true }))
      const about = {
        isWrite: !annotations?.readOnlyHint,
        isByName: 'username' in good,
        isFanOut: errors.includes('all_failed'),
        isPage: Object.keys(inputSchema.properties ?? {}).every((key) => PAGE.includes(key)),
        asksFirst,
        errors,
      }
      const common = commonCases(about).map((one) => ({
        ...one,
        args: { ...good, ...one.args },
        ...(isEnterprise && {
          settings: { plan: 'enterprise', ...one.settings },
          as: one.as ?? 'enterprise',
        }),
        isOwn: false,
      }))

      test('has a case for whatever it says that it fails with', () => {
        const covered = [...own, ...common].map(({ code }) => code)
        const beyond = beyondClients(about)
        expect(errors.filter((code) => !covered.includes(code) && !beyond.includes(code))).toEqual([])
      })

      test.each([...own, ...common])('$what: $code', async (one: BadCase & { isOwn: boolean }) => {
        const { what, args = good, code, says, as = 'owner', settings = {}, faults = [], isOwn } = one
        const client = clientOf(as)
        await scene.control('x-api', { ...SETTINGS, ...settings })
        await scene.control('faults', faults)
        const before = await scene.bill()
        const result = await client.callTool({ name, arguments: scene.filled(args, { run: 'badly' }) })
        await scene.control('faults', [])
        const text = (result.content as { text: string }[])[0]?.text ?? ''
        expect([text, result.isError], text).toEqual([
          expect.stringMatching(new RegExp(`\\(${code}[,)]`)),
          true,
        ])
        if (says) expect(text).toMatch(says)
        expect(result.structuredContent).toBeUndefined()
        expect(await scene.bill()).toBe(before)
        read.push({ name, what, args: shortened(args), isOwn, text: scene.told(text) })
      })

      test('an argument that it does not know is a failure of the protocol', async () => {
        const client = clientOf(isEnterprise ? 'enterprise' : 'owner')
        const before = await scene.bill()
        const call = client.callTool({ name, arguments: { ...scene.filled(good), no_such: 1 } })
        await expect(call).rejects.toMatchObject({
          code: -32602,
          message: expect.stringContaining('no_such'),
        })
        expect(await scene.bill()).toBe(before)
      })
    },
  )

  test('and docs/reference/x-tool-cases.md says so', async () => {
    await expect(page()).toMatchFileSnapshot('../../docs/reference/x-tool-cases.md')
  })
})

/** Arguments as a page shows them: long ones in part. */
function shortened(args: unknown): string {
  return JSON.stringify(args, (_, value: unknown) => {
    if (typeof value === 'string' && value.length > 40)
      return `${value.slice(0, 6)}… (${value.length} letters)`
    if (Array.isArray(value) && value.length > 5) return [...value.slice(0, 2), `… (${value.length})`]
    return value
  })
}

function page(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replace(/\$\d+\.\d+/g, '$N')
  const tools = Object.entries(CASES).map(([name, { good, isEnterprise }]) => {
    const rows = read
      .filter((one) => one.isOwn && one.name === name)
      .map(({ what, args, text }) => `| ${what} | \`${cell(args)}\` | ${cell(text)} |`)
    const table =
      rows.length > 0
        ? `\n\n| wrong | arguments | a model reads |\n| --- | --- | --- |\n${rows.join('\n')}`
        : ''
    return `## ${name}\n\nWorks${isEnterprise ? ' on an enterprise plan' : ''}: \`${shortened(good)}\`${table}`
  })
  const common = new Map<string, string[]>()
  for (const { isOwn, what, text, name } of read) {
    if (isOwn) continue
    const row = `| ${what} | ${cell(text)} |`
    common.set(row, [...(common.get(row) ?? []), name])
  }
  const rows = [...common]
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([row, names]) => `${row} ${named(names)} |`)
  return `# Calls of the account tools

Written by \`test/mcp/x-tools.long.test.ts\`, which makes each of these calls over stdio on the sandbox, and sees that
what was refused cost nothing. Words in braces stand for ids, names and folders of that world. Prices and plans:
[Account tools](x-tools.md).

## What goes wrong with all alike

| wrong | a model reads | tools |
| --- | --- | --- |
${rows.join('\n')}

${tools.join('\n\n')}
`
}

/** All tools, or those that are meant. */
function named(names: readonly string[]): string {
  if (names.length === X_TOOLS.length) return 'all'
  const others = X_TOOLS.map(({ definition }) => definition.name).filter((name) => !names.includes(name))
  const list = (all: readonly string[]) => all.map((name) => `\`${name}\``).join(', ')
  return others.length < 8 ? `all but ${list(others)}` : list(names)
}
