import { setTimeout as wait } from 'node:timers/promises'
import { httpInstrumentationMiddleware } from '@hono/otel'
import {
  type Context,
  ProxyTracerProvider,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Config } from '@x-md/core/config.ts'
import { VERSION } from '@x-md/core/version.ts'
import type { MiddlewareHandler } from 'hono'
import { routeOf } from './observer.ts'
import { listenToUpstreams } from './upstream-requests.ts'

/** How long the SDK may take for the last spans. */
const FLUSH_MS = 3000

/**
 * Spans of what the service does, with the names that OpenTelemetry has for HTTP. They go to whatever SDK the
 * process has registered before, and nowhere without one. No span holds an address, a query or a header.
 * @returns a middleware that makes a span for each request, and a function that ends tracing when the last
 *   spans have gone out, or after three seconds
 */
export function startTracing(config: Config): { middleware: MiddlewareHandler; close: () => Promise<void> } {
  const tracer = trace.getTracer('x-md', VERSION)
  const middleware = httpInstrumentationMiddleware({
    tracer: withoutAddresses(tracer),
    spanNameFactory: (c) => `${c.req.method} ${routeOf(c)}`,
  })
  const stop = traceUpstreams(config, tracer)
  return {
    middleware,
    async close() {
      stop()
      await Promise.race([flush(), wait(FLUSH_MS, undefined, { ref: false })])
    },
  }
}

/** Has the SDK send what it holds; all SDKs can, though their common interface does not say so. */
async function flush(): Promise<void> {
  const provider = trace.getTracerProvider()
  const sdk = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider
  try {
    await (sdk as { forceFlush?: () => Promise<void> }).forceFlush?.()
  } catch {
    // Whoever collects spans may be down; the service ends all the same.
  }
}

/** A tracer for a library that puts the whole address into each span: it may hold what somebody searched for. */
function withoutAddresses(tracer: Tracer): Tracer {
  const clean = ({ attributes = {}, ...options }: SpanOptions): SpanOptions => {
    const { 'url.full': _, ...rest } = attributes
    return { ...options, attributes: rest }
  }
  // Of its three forms, the library uses the one with all arguments.
  const startActiveSpan = (name: string, ...rest: unknown[]): unknown => {
    const [options, parent, run] = rest as [SpanOptions, Context, (span: Span) => unknown]
    return tracer.startActiveSpan(name, clean(options), parent, run)
  }
  return {
    startSpan: (name, options = {}, parent) => tracer.startSpan(name, clean(options), parent),
    startActiveSpan: startActiveSpan as Tracer['startActiveSpan'],
  }
}

/** A span for each request to a source, below that of the caller who was the first to need it. */
function traceUpstreams(config: Config, tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const end = (request: object, last?: (span: Span) => void) => {
    const span = spans.get(request)
    if (!span) return
    last?.(span)
    span.end()
    spans.delete(request)
  }
  return listenToUpstreams(config, {
    sent(upstream, request) {
      const attributes = {
        'http.request.method': request.method,
        'server.address': new URL(request.origin).hostname,
      }
      spans.set(
        request,
        tracer.startSpan(`${request.method} ${upstream}`, { kind: SpanKind.CLIENT, attributes }),
      )
    },
    answered(_, request, status) {
      const span = spans.get(request)
      span?.setAttribute('http.response.status_code', status)
      if (status >= 400)
        span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', `${status}`)
    },
    ended: (_, request) => end(request),
    failed: (_, request) =>
      end(request, (span) => {
        span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', 'no_answer')
      }),
  })
}
