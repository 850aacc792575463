import type { QueryEvent } from '@chuma/db/client'
import type { Attributes, Context, Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import fp from 'fastify-plugin'
import type { Env } from '../env.ts'

type SpanAbout = { name: string; kind?: 'server' | 'client'; attributes?: Attributes }

type Scope = {
  traceId: string
  /** Spans started by `work` belong to this span. */
  run: <T>(work: () => T) => T
  end: (attributes: Attributes, failed: boolean) => void
}

/** Where time goes. Attributes never hold personal data or secrets. */
export type Tracing = {
  begin: (about: SpanAbout) => Scope
  /** The span ends with `work`. */
  inSpan: <T>(about: SpanAbout, work: () => Promise<T>) => Promise<T>
  /** Record a finished query as part of the current span. */
  recordQuery: (event: QueryEvent) => void
  /** Of the current span. */
  traceId: () => string | undefined
  close: () => Promise<void>
}

type Settings = Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'ROLE'>
type OnError = (error: unknown) => void

/**
 * Send traces to a collector that understands OTLP over HTTP. Without one the library is not loaded. A caller's
 * `traceparent` is not trusted: every request that arrives begins a trace.
 */
export async function openTracing(env: Settings, onError: OnError): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return undefined
  const { SpanKind, SpanStatusCode, trace, ROOT_CONTEXT } = await import('@opentelemetry/api')
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks')
  const provider = await createProvider(endpoint, env, onError)
  const tracer = provider.getTracer('chuma')
  const manager = new AsyncLocalStorageContextManager().enable()
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

  function scopeOf(span: Span, context: Context): Scope {
    return {
      traceId: span.spanContext().traceId,
      run: (work) => manager.with(context, work),
      end: (attributes, failed) => {
        span.setAttributes(attributes)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  function begin({ name, kind, attributes = {} }: SpanAbout): Scope {
    const parent = kind === 'server' ? ROOT_CONTEXT : manager.active()
    const span = tracer.startSpan(name, { kind: kinds[kind ?? 'internal'], attributes }, parent)
    return scopeOf(span, trace.setSpan(parent, span))
  }

  return {
    begin,
    inSpan: async (about, work) => {
      const scope = begin(about)
      try {
        const result = await scope.run(work)
        scope.end({}, false)
        return result
      } catch (error) {
        // Messages may contain what a person typed.
        scope.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true)
        throw error
      }
    },
    recordQuery: (event) => {
      // Queries outside a request or job, such as polling for jobs, would bury the rest.
      if (!trace.getSpan(manager.active())) return
      const { name, attributes, failed } = describeQuery(event)
      const endTime = performance.timeOrigin + performance.now()
      const startTime = endTime - event.queryDurationMillis
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, manager.active())
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endTime)
    },
    traceId: () => trace.getSpan(manager.active())?.spanContext().traceId,
    close: async () => {
      manager.disable()
      await provider.shutdown()
    },
  }
}

async function createProvider(endpoint: string, { OTEL_SERVICE_NAME, ROLE }: Settings, onError: OnError) {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base')
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  return new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME, 'chuma.role': ROLE }),
    spanProcessors: [new BatchSpanProcessor(sayWhatIsLost(exporter, onError))],
  })
}

function sayWhatIsLost(exporter: SpanExporter, onError: OnError): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onError(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

const LONGEST = 2000

/** Describe a statement with its placeholders. Values travel separately; literals in the text are removed. */
function describeQuery(event: QueryEvent) {
  const text = event.query.sql
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  const operation = /^\w+/.exec(text)?.[0].toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update) "?([a-z_]+(?:\.[a-z_]+)?)"?/i.exec(withoutParts(text))?.[1]
  const failed = event.level === 'error'
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, LONGEST),
      ...(failed ? { 'error.type': codeOf(event.error) } : {}),
    },
    failed,
  }
}

/** Subqueries in parentheses have tables of their own. */
function withoutParts(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '')
  return shorter === text ? text : withoutParts(shorter)
}

/** The code alone: the message may quote the row. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}

/** Trace calls whose paths contain no secret. `send` makes them. */
export function traceFetch(tracing: Tracing, service: string, send: typeof fetch = fetch): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = init?.method ?? 'GET'
    const scope = tracing.begin({
      name: `${service} ${method} ${url.pathname}`,
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': url.host, 'url.path': url.pathname },
    })
    return scope
      .run(() => send(input, init))
      .then(
        (response) => {
          scope.end({ 'http.response.status_code': response.status }, response.status >= 500)
          return response
        },
        (error: unknown) => {
          scope.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true)
          throw error
        },
      )
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | undefined
  }
}

/** Record a span for every request, named by the route it matched: an address may contain a token. */
export const traceRequests = fp<{ tracing: Tracing }>(async (app, { tracing }) => {
  app.decorateRequest('scope')
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const scope = tracing.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'chuma.request_id': request.id,
      },
    })
    request.scope = scope
    scope.run(done)
  })
  // Reading the body loses the async context of the request.
  app.addHook('preValidation', ({ scope }, _reply, done) => {
    if (scope) scope.run(done)
    else done()
  })
  app.addHook('onResponse', async ({ scope }, reply) => {
    scope?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500)
  })
})
