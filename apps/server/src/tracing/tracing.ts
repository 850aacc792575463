import type { QueryEvent } from '@chuma/db/client'
import type { Attributes } from '@opentelemetry/api'

export type SpanAbout = { name: string; kind?: 'server' | 'client'; attributes?: Attributes }

export type Scope = {
  traceId: string
  /** What `work` begins belongs to this span. */
  run: <T>(work: () => T) => T
  end: (attributes: Attributes, failed: boolean) => void
}

/** Where time goes. Nothing that is known of a person, and nothing secret, is ever among the attributes. */
export type Tracing = {
  begin: (about: SpanAbout) => Scope
  /** The span ends with `work`. */
  inSpan: <T>(about: SpanAbout, work: () => Promise<T>) => Promise<T>
  /** A query that has ended, as part of whatever is being done. */
  recordQuery: (event: QueryEvent) => void
  /** Of what is being done. */
  traceId: () => string | undefined
  close: () => Promise<void>
}
