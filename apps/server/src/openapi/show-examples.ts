import { type JsonSchema, makeExample } from './make-example.ts'
import type { OpenApiDocument } from './open-api-document.ts'

type Media = { schema?: JsonSchema; example?: unknown; examples?: unknown }
type Content = { content?: Record<string, Media> }

const CSV = 'day,points\n2026-03-14,25\n'

/** Show each request and response body once: a value of its schema, with the fields that its procedure declares. */
export function showExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>
  for (const operations of Object.values(document.paths ?? {})) {
    for (const { requestBody, responses } of Object.values(operations as Record<string, Bodies>)) {
      const bodies = [requestBody, ...Object.values(responses ?? {})]
      for (const media of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
        const [type, described] = media
        const made = makeExample(described.schema ?? {}, { schemas, field: '' })
        described.example = type === 'text/csv' ? CSV : overlay(made, described.example)
      }
    }
  }
  return document
}

const overlay = (made: unknown, declared: unknown) =>
  declared === undefined ? made : { ...(made as object), ...(declared as object) }

type Bodies = { requestBody?: Content; responses?: Record<string, Content> }
