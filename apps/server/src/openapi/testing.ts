import { Readable } from 'node:stream'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'

type Response = OpenAPIV3_1.ResponseObject | OpenAPIV3_1.ReferenceObject
/** `body`: null for a stream, whose type alone is checked. */
type Answer = { method: string; url: string; status: number; contentType: string; body: string | null }
type Check = (answer: Answer) => string | null

/** One for all apps of a process: they have the same routes, and compiling the schemas is slow. */
let check: Check | undefined

/**
 * Check every answer under /api against the document: its status, its type and every field of its body. A mismatch makes
 * closing the app fail, and with it the test that made the call.
 */
export function watchAnswers(app: FastifyInstance): void {
  const problems: string[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const { url, method } = request.routeOptions
    if (!url?.startsWith('/api/') || isNoCall(request)) return
    check ??= createCheck(app.swagger() as OpenAPIV3_1.Document)
    const problem = check({
      method: String(method),
      url,
      status: reply.statusCode,
      contentType: String(reply.getHeader('content-type') ?? ''),
      body: payload instanceof Readable ? null : String(payload ?? ''),
    })
    if (problem) problems.push(problem)
  })
  app.addHook('onClose', async () => {
    if (problems.length > 0)
      throw new Error(`Answers that the document does not describe:\n${problems.join('\n')}`)
  })
}

/** The document and its pages are not calls, and neither is a redirect. */
function isNoCall({ routeOptions: { url = '' }, method }: FastifyRequest): boolean {
  return /^\/api\/(docs|openapi\.json|login$)/.test(url) || method === 'HEAD' || method === 'OPTIONS'
}

export function createCheck(document: OpenAPIV3_1.Document): Check {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi')
  const find = (pointer: string) => ajv.getSchema(`openapi#${pointer}`)
  return (answer) => {
    const path = answer.url.replaceAll(/:(\w+)/g, '{$1}')
    const method = answer.method.toLowerCase()
    const operation = (document.paths?.[path] as Operations | undefined)?.[method]
    const say = (words: string) => `${answer.method} ${path} answers ${answer.status}: ${words}`
    if (!operation) return say('the document does not describe the call')

    const response = operation.responses?.[answer.status]
    if (!response) return say(`the status is not documented; ${answer.body?.slice(0, 200)}`)
    const pointer =
      '$ref' in response
        ? response.$ref.slice(1)
        : `/paths/${escapeKey(path)}/${method}/responses/${answer.status}`
    const { content = {} } = resolve(document, response)
    const type = answer.contentType.split(';')[0] ?? ''
    if (!content[type]) return say(`its type is not documented: ${type}`)

    if (answer.body === null) return null

    const validate = find(`${pointer}/content/${escapeKey(type)}/schema`)
    const body: unknown = type === 'application/json' ? JSON.parse(answer.body) : answer.body
    if (validate?.(body)) return null
    return say(`${validate?.errors?.map(nameError).join(', ')}; ${answer.body.slice(0, 200)}`)
  }
}

function nameError({ instancePath, message, params }: ErrorObject): string {
  return [instancePath || 'the body', message, params.additionalProperty].filter(Boolean).join(' ')
}

type Operations = Record<string, OpenAPIV3_1.OperationObject>

function resolve({ components }: OpenAPIV3_1.Document, response: Response): OpenAPIV3_1.ResponseObject {
  if (!('$ref' in response)) return response
  return components?.responses?.[
    response.$ref.replace('#/components/responses/', '')
  ] as OpenAPIV3_1.ResponseObject
}

const escapeKey = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')
