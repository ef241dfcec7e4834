import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { loadConfig } from '@x-md/core/config.ts'
import { createContext } from '@x-md/core/operations/create-context.ts'
import type { Context } from '@x-md/core/operations/operation.ts'
import { listCreate } from '@x-md/core/operations/x/lists/manage.ts'
import { postCreate } from '@x-md/core/operations/x/posts/create.ts'
import { act } from '@x-md/core/testing/acting.ts'
import { APP, USER_TOKENS } from '@x-md/sandbox/doors/x-api/auth/credentials.ts'
import { startSandbox } from '@x-md/sandbox/start.ts'
import type { Args, Server } from './x-cases.ts'

const BIN = fileURLToPath(new URL('../../packages/cli/bin/mcp-x.js', import.meta.url))
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** The beginning of a video; what comes after it nobody looks at. */
const MP4 = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex')

/** What a server is told besides, by name. */
const SERVERS: Readonly<Record<Server, Readonly<Record<string, string>>>> = {
  owner: {},
  enterprise: { X_PLAN: 'enterprise' },
  // The check at the start takes a cent of it.
  poor: { X_BUDGET_USD_DAY: '0.0105', X_PLAN: 'enterprise' },
  'read-only': { X_PLAN: 'enterprise' },
  unasked: { X_CONFIRM: 'always', X_PLAN: 'enterprise' },
  'cut-off': { X_PLAN: 'enterprise' },
}

const [owner, readOnly, second] = USER_TOKENS

function keysOf({ token, secret }: { token: string; secret: string } = { token: '', secret: '' }) {
  return {
    X_API_KEY: APP.key,
    X_API_KEY_SECRET: APP.secret,
    X_ACCESS_TOKEN: token,
    X_ACCESS_TOKEN_SECRET: secret,
  }
}

export type Scene = Awaited<ReturnType<typeof startScene>>

/** A sandbox with a few posts and lists, files to upload, and clients of servers that act there. */
export async function startScene() {
  const sandbox = await startSandbox({ now: Date.now() })
  const folder = mkdtempSync(join(tmpdir(), 'x-scene-'))
  const media = mkdtempSync(join(folder, 'media-'))
  writeFileSync(join(media, 'dot.png'), PNG)
  writeFileSync(join(media, 'note.txt'), 'a note')
  writeFileSync(join(media, 'clip.mp4'), Buffer.concat([MP4, Buffer.alloc(4096)]))
  writeFileSync(join(media, 'large.png'), PNG)
  truncateSync(join(media, 'large.png'), 6 * 1024 * 1024)
  writeFileSync(join(folder, 'dot.png'), PNG)
  symlinkSync(join(folder, 'dot.png'), join(media, 'link.png'))

  const control = async (path: string, json?: unknown) => {
    const answer = await fetch(`${sandbox.url}/_sandbox/${path}`, {
      ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
      headers: { 'content-type': 'application/json' },
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }
  const contextOf = (keys: Record<string, string>) =>
    createContext(
      loadConfig({ X_API_BASE_URL: `${sandbox.url}/x-api`, LOG_LEVEL: 'silent', ...keys }),
      // The clock of the servers.
      { now: Date.now },
    )
  const { world } = sandbox
  const inState = (state: string, fits: (id: string) => boolean = () => true) => {
    const found = world.accounts.find(
      (one) => one.state === state && one.joined < world.now && world.timeline(one).some(fits),
    )
    if (!found) throw new Error(`nobody is ${state}`)
    return found
  }
  const isOwn = (id: string) => !world.post(id)?.repostOf && !world.post(id)?.gone
  const hidden = inState('protected', isOwn)
  const say = async (context: Context, text: string) => String((await act(postCreate, { text }, context)).id)
  const listOf = async (context: Context, name: string, isPrivate = false) =>
    String((await act(listCreate, { name, private: isPrivate }, context)).id)
  /** What the words in braces stand for. */
  const words: Record<string, string> = {
    hidden_post: [...world.timeline(hidden)].find(isOwn) ?? '',
    protected: hidden.handle,
    suspended: inState('suspended').handle,
    media,
  }
  /** Of servers that share a ledger, as they share a bill. */
  let data = ''
  async function renew(): Promise<void> {
    await control('reset', {})
    await control('x-api', { credits: null })
    const me = contextOf(keysOf(owner))
    const other = contextOf(keysOf(second))
    const own_list = await listOf(me.context, 'Quays')
    // By ids: a name that was looked up is paid for on that day, and the servers are to pay for it.
    const send = (context: Context, path: string, json: Record<string, string>) =>
      context.x?.api.send({ method: 'POST', path, json })
    const user_id = world.accountByHandle('ines_quillfen')?.id ?? ''
    await send(me.context, `2/lists/${own_list}/members`, { user_id })
    const own_post = await say(me.context, 'said before')
    await send(other.context, `2/users/${user_id}/retweets`, { tweet_id: own_post })
    Object.assign(words, {
      own_post,
      old_post: await say(me.context, 'to be deleted'),
      other_post: await say(other.context, 'gulls again'),
      calling_post: await say(other.context, '@oskar_fenwall how is the fog?'),
      own_list,
      old_list: await listOf(me.context, 'Gone soon'),
      other_list: await listOf(other.context, 'Bread'),
      private_list: await listOf(other.context, 'Secret', true),
    })
    await me.close()
    await other.close()
    data = mkdtempSync(join(folder, 'data-'))
  }
  await renew()

  const clients: Client[] = []
  return {
    url: sandbox.url,
    control,
    /** Everything as it was in the beginning. */
    renew,
    /** US dollars. */
    bill: async () => Number(((await control('billing')) as { total: number }).total),
    /** Arguments with what the words in braces stand for. */
    filled: (args: Args, more: Readonly<Record<string, string>> = {}): Record<string, unknown> =>
      JSON.parse(
        JSON.stringify(args).replace(/\{(\w+)\}/g, (all, word: string) => more[word] ?? words[word] ?? all),
      ),
    /** A text with the words again. */
    told: (text: string): string =>
      Object.entries(words).reduce((said, [word, value]) => said.replaceAll(value, `{${word}}`), text),
    /** Starts a server, and a client of it that cannot ask anybody. */
    async connect(server: Server, options: ClientOptions = {}): Promise<Client> {
      // The server takes its token for one that may write, until it is used.
      if (server === 'read-only') {
        const headers = { 'x-access-level': 'read-write' }
        await control('faults', [{ door: 'x-api', kind: 'latency', delayMs: 0, headers }])
      }
      // The wire to X, which is taken away once the server has started.
      const wire = server === 'cut-off' ? await openWire(sandbox.url) : undefined
      const client = new Client({ name: 'test', version: '1.0.0' }, options)
      await client.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: [BIN],
          env: {
            PATH: process.env.PATH ?? '',
            ...keysOf(server === 'read-only' ? readOnly : owner),
            X_API_BASE_URL: `${wire?.url ?? sandbox.url}/x-api`,
            X_MD_DATA_DIR:
              server === 'owner' || server === 'enterprise' ? data : mkdtempSync(join(folder, 'data-')),
            MEDIA_ROOT: media,
            X_CACHE_PAID_READS: 'false',
            LOG_LEVEL: 'silent',
            POSTS_MIN_TIMEOUT_MS: '150',
            USERS_MIN_TIMEOUT_MS: '150',
            LISTS_MIN_TIMEOUT_MS: '150',
            MEDIA_MIN_TIMEOUT_MS: '150',
            ...SERVERS[server],
          },
        }),
      )
      wire?.cut()
      await control('faults', [])
      clients.push(client)
      return client
    },
    async close(): Promise<void> {
      for (const client of clients) await client.close()
      await sandbox.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A port that leads to a sandbox until it is cut. */
async function openWire(target: string): Promise<{ url: string; cut(): void }> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(new URL(target).port), '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
