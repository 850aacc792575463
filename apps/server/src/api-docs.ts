import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import * as z from 'zod'
import { completeDocument } from './openapi/complete-document.ts'
import type { DescribedRoute } from './openapi/described-route.ts'
import { documentInfo } from './openapi/document-info.ts'
import { schemaRegistry } from './openapi/schema-registry.ts'

/** Its own files only: the library's policy would let in styles and fonts from everywhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const toJsonSchemas = createJsonSchemaTransform({ schemaRegistry })
const addComponents = createJsonSchemaTransformObject({ schemaRegistry })

/** The REST door describes itself: /api/openapi.json for programs, /api/docs for people. */
export const apiDocs = fp(async (app: FastifyInstance) => {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, config = {}, schema = {}, errorHandler }) => {
    routes.push({ method: String(method), url, config, schema, errorHandler })
  })
  await app.register(swagger, {
    openapi: documentInfo,
    // Everything that is no documented REST call (tRPC, hooks, files) has no tag.
    hideUntagged: true,
    convertConstToEnum: false,
    stripBasePath: false,
    transform: (document) =>
      toJsonSchemas({ ...document, schema: document.schema && withoutNames(document.schema) }),
    transformObject: (document) => completeDocument(addComponents(document) as OpenAPIV3_1.Document, routes),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: POLICY })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
})

/** Parameters are described one by one, wherever they come from. */
function withoutNames<T extends { querystring?: unknown; params?: unknown }>(schema: T): T {
  const copy = { ...schema }
  for (const part of ['querystring', 'params'] as const) {
    const parameters = schema[part]
    if (parameters instanceof z.ZodType) copy[part] = parameters.clone(parameters.def)
  }
  return copy
}
