import { SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Service, startService } from '../testing.ts'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })

let service: Service
let untraced: Service
beforeAll(async () => {
  provider.register()
  service = await startService({ X_MD_OTEL: 'true', X_MD_METRICS: 'true' })
  untraced = await startService()
})
afterAll(async () => {
  await service.close()
  await untraced.close()
  await provider.shutdown()
  trace.disable()
})
beforeEach(() => exporter.reset())

const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    attributes: span.attributes,
    status: span.status.code,
    id: span.spanContext().spanId,
    trace: span.spanContext().traceId,
    parent: span.parentSpanContext?.spanId,
  }))
const read = async (path: string, headers: Record<string, string> = {}) =>
  (await service.get(path, headers)).text()

test('a read is a span by its route, and what it asked of a source a span below it', async () => {
  await read('/jack/status/20')
  const all = spans()
  const server = all.find(({ name }) => name === 'GET /:handle/status/:id')
  expect(server).toMatchObject({
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/:handle/status/:id',
      'http.response.status_code': 200,
    },
    status: SpanStatusCode.UNSET,
  })
  const upstream = all.filter(({ name }) => name === 'GET fxtwitter')
  expect(upstream.length).toBeGreaterThan(0)
  for (const span of upstream) {
    expect(span).toMatchObject({ parent: server?.id, trace: server?.trace })
    expect(span.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    })
  }
})

test('a trace that a caller has begun goes on', async () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  await read('/healthz', { traceparent: `00-${id}-00f067aa0ba902b7-01` })
  expect(spans()).toMatchObject([{ name: 'GET /healthz', trace: id, parent: '00f067aa0ba902b7' }])
})

test('no span holds what a caller sent', async () => {
  const key = `xmd_${'0'.repeat(48)}`
  await read('/search?q=a-secret-word', { authorization: `Bearer ${key}`, 'user-agent': 'a-secret-agent' })
  await read('/some/a-secret-place?x=a-secret-word')
  await read('/jack/status/20?nocache=true&x=a-secret-word')
  const all = spans()
  expect(all.length).toBeGreaterThan(3)
  expect(JSON.stringify(all)).not.toMatch(/secret|xmd_|jack|status\/20/)
  expect(all.map(({ name }) => name)).toContain('GET none')
})

test('a source that fails is a failed span, and ended however it fails', async () => {
  for (const [kind, expected] of [
    ['5xx', { 'error.type': expect.stringMatching(/^5\d\d$/) }],
    ['reset', { 'error.type': 'no_answer' }],
  ] as const) {
    exporter.reset()
    const fault = { kind, door: 'fxtwitter', rate: 1 }
    await fetch(`${service.sandbox}/_sandbox/faults`, { method: 'POST', body: JSON.stringify([fault]) })
    await read('/jack/status/20?nocache=true')
    await fetch(`${service.sandbox}/_sandbox/faults`, { method: 'POST', body: '[]' })
    const failed = spans().filter(({ name }) => name === 'GET fxtwitter')
    expect(failed.length, kind).toBeGreaterThan(0)
    for (const { attributes, status } of failed) {
      expect([status, attributes], kind).toEqual([SpanStatusCode.ERROR, expect.objectContaining(expected)])
    }
  }
})

test('without the setting there are none', async () => {
  await (await untraced.get('/jack/status/20')).text()
  expect(spans().filter(({ attributes }) => attributes['http.route'])).toEqual([])
})

test('figures name routes as they do without tracing', async () => {
  await read('/no/such/place')
  expect(await read('/metrics')).toMatch(/x_md_requests_total\{route="none"/)
})
