import type { QueryEvent } from '@chuma/db/client'
import type { Attributes } from '@opentelemetry/api'

export type SpanAbout = { name: string; kind?: 'server' | 'client'; attributes?: Attributes }

export type Scope = {
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
