import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../testing/property-runs.ts'
import { SegmentForm } from './segment-form.ts'

test('any bytes are read back as they were by the platform’s own reader, from one buffer', async () => {
  const form = new SegmentForm(400)
  const segment = fc.tuple(fc.nat(999), fc.uint8Array({ minLength: 1, maxLength: 400 }))
  await fc.assert(
    fc.asyncProperty(segment, async ([index, bytes]) => {
      form.room(bytes.length).set(bytes)
      const body = new Uint8Array(form.body(index, bytes.length))
      const read = await new Response(body, { headers: { 'content-type': form.contentType } }).formData()
      expect([...read.keys()]).toEqual(['segment_index', 'media'])
      expect(read.get('segment_index')).toBe(String(index))
      const media = read.get('media') as File
      expect(new Uint8Array(await media.arrayBuffer())).toEqual(new Uint8Array(bytes))
    }),
    propertyRuns(200),
  )
})

test('no two uploads have the same boundary', () => {
  expect(new SegmentForm(1).contentType).not.toBe(new SegmentForm(1).contentType)
})
