import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readParts } from './multipart.ts'

test('reads what fetch writes, files and texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.uint8Array({ maxLength: 300 })), {
        maxLength: 5,
      }),
      async (given) => {
        const form = new FormData()
        for (const [name, content] of given) form.append(name, new Blob([content as Uint8Array<ArrayBuffer>]))
        form.append('word', 'töne')
        const request = new Request('http://localhost', { method: 'POST', body: form })
        const type = request.headers.get('content-type')!
        const parts = readParts(new Uint8Array(await request.arrayBuffer()), type)!
        expect(parts.map(({ name }) => name)).toEqual([...given.map(([name]) => name), 'word'])
        for (const [at, [, content]] of given.entries()) {
          expect(Buffer.from(parts[at]!.content).equals(Buffer.from(content))).toBe(true)
        }
        expect(Buffer.from(parts.at(-1)!.content).toString()).toBe('töne')
      },
    ),
    { numRuns: 60 },
  )
})

const text = (lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))

test('reads a file without a name as bytes', () => {
  const body = Buffer.concat([
    text([
      '--b',
      'Content-Disposition: form-data; name="media"',
      'Content-Type: application/octet-stream',
      '',
      '',
    ]),
    Buffer.from([0xff, 0x00, 0x0d, 0x0a, 0x80]),
    text(['', '--b--', '']),
  ])
  expect([...readParts(body, 'multipart/form-data; boundary="b"')![0]!.content]).toEqual([
    255, 0, 13, 10, 128,
  ])
})

test('gives up on what is none, whatever it is', () => {
  expect(readParts(text(['--b', 'x']), 'multipart/form-data')).toBeUndefined()
  expect(
    readParts(text(['--b', 'Content-Disposition: form-data', '', 'x', '--b--']), 'a; boundary=b'),
  ).toBeUndefined()
  expect(
    readParts(text(['--b', 'Content-Disposition: form-data; name="x"', '', 'x']), 'a; boundary=b'),
  ).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const parts = readParts(bytes, 'multipart/form-data; boundary=b')
      expect(parts === undefined || Array.isArray(parts)).toBe(true)
    }),
  )
})
