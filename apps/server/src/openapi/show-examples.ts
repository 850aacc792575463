import { type JsonSchema, makeExample } from './make-example.ts'
import type { OpenApiDocument } from './open-api-document.ts'

type Media = { schema?: JsonSchema; example?: unknown; examples?: unknown }
type Content = { content?: Record<string, Media> }

/** Show each request and response body once, with an example. */
export function showExamples(document: OpenApiDocument): OpenApiDocument {
  const schemas = (document.components?.schemas ?? {}) as Record<string, JsonSchema>
  for (const operations of Object.values(document.paths ?? {})) {
    for (const { requestBody, responses } of Object.values(operations as Record<string, Bodies>)) {
      const bodies = [requestBody, ...Object.values(responses ?? {})]
      for (const media of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
        const [type, described] = media
        described.example =
          type === 'text/csv'
            ? 'day,points\n2026-03-14,25\n'
            : makeExample(described.schema ?? {}, { schemas, field: '' })
      }
    }
  }
  return document
}

type Bodies = { requestBody?: Content; responses?: Record<string, Content> }
