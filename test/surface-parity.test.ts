import { PostRequest } from '@x-md/core/request/post-request.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProgram } from '../packages/cli/src/program.ts'
import { runCli } from '../packages/cli/src/testing/run-cli.ts'
import { startSandboxedService } from './helpers/service.ts'

let service: Awaited<ReturnType<typeof startSandboxedService>>
beforeAll(async () => {
  service = await startSandboxedService()
})
afterAll(() => service.close())

test('x-md read has an option for everything that a post request can say', () => {
  const read = createProgram(process).commands.find((command) => command.name() === 'read')
  const options = read?.options.map((option) => option.attributeName()) ?? []
  // A post is named by the argument.
  const fields = Object.keys(PostRequest.shape).filter((name) => !['url', 'handle', 'id'].includes(name))
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(options).toEqual(expect.arrayContaining(fields.map(camel)))
})

describe('what HTTP refuses, the command line refuses in the same words', () => {
  test.each([
    ['thread', '5abc'],
    ['thread', '101'],
    ['context', 'some'],
    ['replies', 'best'],
    ['userinfo', 'everyone'],
    ['format', 'xml'],
    ['max_posts', '1'],
  ])('%s=%s', async (name, value) => {
    const { code, stderr } = await runCli(['read', 'jack/20', `--${name.replace('_', '-')}`, value])
    const response = await fetch(`${service.url}/jack/status/20?${name}=${value}`)
    const { detail } = (await response.json()) as { detail: string }
    expect([code, response.status]).toEqual([2, 400])
    expect(stderr).toContain(detail)
  })

  test.each([
    'https://vxtwitter.com/jack/status/20',
    'https://x.com/jack',
    'nonsense',
    'https://t.co/NoSuchLink',
  ])('url %s', async (url) => {
    const { code, stderr } = await runCli(['read', url], { env: service.env })
    const response = await fetch(`${service.url}/api/v1/posts?url=${encodeURIComponent(url)}`)
    const { detail } = (await response.json()) as { detail: string }
    expect([code, response.status]).toEqual([2, 400])
    expect(stderr).toContain(detail)
  })
})

test('a missing post: HTTP 404, exit 1, the same words', async () => {
  const gone = service.examples.find(({ tombstone }) => tombstone === 'deleted')
  const { code, stdout, stderr } = await runCli(['read', gone?.url ?? '', '--thread', 'off'], {
    env: service.env,
  })
  const response = await fetch(`${service.url}/api/v1/posts?url=${gone?.url}&thread=off`)
  const { detail } = (await response.json()) as { detail: string }
  expect([code, stdout, response.status]).toEqual([1, '', 404])
  expect(stderr).toContain(detail)
})
