import { ConnectionsRequest } from '@x-md/core/request/connections-request.ts'
import { PostRequest } from '@x-md/core/request/post-request.ts'
import { ProfileRequest } from '@x-md/core/request/profile-request.ts'
import { SearchRequest } from '@x-md/core/request/search-request.ts'
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

test.each([
  ['profile', ProfileRequest, { include_posts: 'posts' }],
  ['followers', ConnectionsRequest, {}],
  ['following', ConnectionsRequest, {}],
  ['search', SearchRequest, {}],
] as const)('x-md %s has an option for everything that its request can say', (name, request, renamed) => {
  const command = createProgram(process).commands.find((one) => one.name() === name)
  const options = command?.options.map((option) => option.attributeName()) ?? []
  // What is read is named by the argument.
  const fields = Object.keys(request.shape).filter((field) => !['handle', 'q'].includes(field))
  const camel = (field: string) => field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(options).toEqual(
    expect.arrayContaining(fields.map((field) => (renamed as Record<string, string>)[field] ?? camel(field))),
  )
})

describe('what HTTP refuses of a list, the command line refuses in the same words', () => {
  test.each([
    ['profile', '/jack', 'until', 'soon'],
    ['profile', '/jack', 'cursor', 'other:thing'],
    ['followers', '/jack/followers', 'format', 'obsidian'],
    ['search', '/search?q=jack', 'since', '2024-13-01'],
  ])('%s %s %s=%s', async (command, path, name, value) => {
    const { code, stderr } = await runCli([command, 'jack', `--${name}`, value], { env: service.env })
    const response = await fetch(`${service.url}${path}${path.includes('?') ? '&' : '?'}${name}=${value}`)
    const { detail } = (await response.json()) as { detail: string }
    expect([code, response.status]).toEqual([2, 400])
    expect(stderr).toContain(detail)
  })
})
