import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { OpenAPIV3 } from 'openapi-types'
import { createDocument } from './openapi/document.ts'

/** Same-origin files only: the library's own policy would allow styles and fonts from anywhere. */
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

/** Serve the REST door's description: /api/openapi.json for programs, /api/docs for people. */
export const apiDocs = fp(async (app: FastifyInstance) => {
  const document = createDocument() as OpenAPIV3.Document
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: POLICY })
  app.get('/api/openapi.json', () => app.swagger())
})
