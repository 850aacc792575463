import { describeFailure } from '@chuma/api/language/words'
import { errorTable, type Failure } from '@chuma/contract/errors'
import { problem } from '@chuma/contract/problems'
import { AppError } from '@chuma/core/app-error'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../plugins/language-of.ts'
import { whenToRetry } from '../when-to-retry.ts'

const fastifyCodes: Record<string, 'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'INVALID_INPUT'> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  // An id beyond the router's limit is as invalid as one slightly too long.
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_INPUT',
}

/** Turn every failure of the REST door into `{ code, message, fieldErrors }`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = describe(error, request)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  sayWhenToRetry(error, reply)
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

/** Answer an error as plain text, for the one call that SPEC §7 wants it for. */
export function sendPlainError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = describe(error, request)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  sayWhenToRetry(error, reply)
  const fields = Object.entries(body.fieldErrors ?? {}).map(
    ([field, messages]) => `${field}: ${messages?.join(', ')}`,
  )
  return reply
    .code(status)
    .type('text/plain; charset=utf-8')
    .send([...(fields.length > 0 ? fields : [body.message])].join('\n'))
}

function sayWhenToRetry(error: unknown, reply: FastifyReply) {
  const seconds = whenToRetry(error)
  if (seconds !== null) reply.header('retry-after', seconds)
}

function describe(error: unknown, request: FastifyRequest) {
  const failure = explain(error)
  const status = failure ? errorTable[failure.code].status : 500
  return { status, body: describeFailure(languageOf(request), failure) }
}

/** What the caller can act on; null for our own fault. */
function explain(error: unknown): Failure | null {
  if (error instanceof AppError) return error.failure
  if (isDatabaseUnreachable(error)) return { code: 'UNAVAILABLE', params: {} }
  if (isDatabaseBusy(error)) return { code: 'BUSY', params: {} }
  const { code = '', statusCode = 500 } = (error ?? {}) as Partial<FastifyError>
  const known = fastifyCodes[code]
  if (known) return { code: known, params: {} }
  // The parser refuses a body that is not JSON, or has a key such as __proto__, before any schema sees it.
  if (statusCode === 400)
    return { code: 'INVALID_INPUT', params: { fields: { body: [problem('NOT_JSON')] } } }
  return null
}
