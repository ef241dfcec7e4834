import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { Redis } from 'ioredis'

/** The longest request of Upstash's smallest plan, in bytes. */
const MAX_REQUEST = 1_048_576

type Command = [string, ...(string | number)[]]

/**
 * Upstash's REST protocol on loopback, in front of a real Redis: a command as a JSON array to `/`, several to
 * `/pipeline` and `/multi-exec`; strings come back in base64 for who asks so. What is too long is refused.
 * Source: https://upstash.com/docs/redis/features/restapi
 */
export async function startUpstashBridge(redisUrl: string, token: string) {
  const redis = new Redis(redisUrl)
  redis.on('error', () => undefined)
  const run = async ([name, ...args]: Command) => {
    try {
      return { result: await redis.call(name, args) }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }
  const runTogether = async (commands: Command[]) => {
    const multi = redis.multi()
    for (const [name, ...args] of commands) multi.call(name, ...args)
    const replies = (await multi.exec()) ?? []
    return replies.map(([error, result]) => (error ? { error: error.message } : { result }))
  }
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.headers.authorization !== `Bearer ${token}`)
      return reply(401, { error: 'WRONGPASS invalid or missing auth token' })
    const body = await readAll(request)
    if (body.length > MAX_REQUEST) return reply(400, { error: 'ERR max request size exceeded' })
    const commands: unknown = JSON.parse(body.toString('utf8'))
    const encode = request.headers['upstash-encoding'] === 'base64' ? toBase64 : (value: unknown) => value
    if (request.url === '/') {
      const answer = await run(commands as Command)
      return 'error' in answer ? reply(400, answer) : reply(200, { result: encode(answer.result) })
    }
    if (request.url !== '/pipeline' && request.url !== '/multi-exec')
      return reply(404, { error: 'ERR no such path' })
    const list = commands as Command[]
    const answers = await (request.url === '/pipeline' ? Promise.all(list.map(run)) : runTogether(list))
    return reply(
      200,
      answers.map((answer) => ('error' in answer ? answer : { result: encode(answer.result) })),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    stop: async () => {
      redis.disconnect()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function toBase64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toBase64)
  return typeof value === 'string' && value !== 'OK' ? Buffer.from(value).toString('base64') : value
}
