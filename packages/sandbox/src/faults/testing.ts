import { startSandbox } from '../start.ts'

/** A sandbox on a socket, for tests of what a client sees of a fault. */
export async function startFaulty(seed = 1) {
  const { url, world, close } = await startSandbox({ seed })
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { 'user-agent': 'fault-test/1.0', ...(init.headers as Record<string, string>) },
    })
  const faults = async (...list: object[]): Promise<void> => {
    const answer = await ask('/_sandbox/faults', { method: 'POST', body: JSON.stringify(list) })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const idOf = (key: string) => world.named.find((one) => one.key === key || one.kind === key)!.post.id
  return { url, world, close, ask, faults, idOf }
}

export type Answered = { status: number; type: string | null; text: string }

export async function read(answer: Response): Promise<Answered> {
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}
