import { describeFailure } from '@chuma/api/language/words'
import { errorTable, type Failure } from '@chuma/contract/errors'
import { nameFirstProblem } from '@chuma/contract/first-problem'
import { problem } from '@chuma/contract/problems'
import { AppError } from '@chuma/core/app-error'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../plugins/request-context.ts'
import { whenToRetry } from '../when-to-retry.ts'

const fastifyCodes: Record<
  string,
  'BODY_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'INVALID_INPUT' | 'NOT_FOUND'
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  // An id beyond the router's limit is as invalid as one slightly too long.
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_INPUT',
  // Nothing has an address that cannot be decoded.
  FST_ERR_BAD_URL: 'NOT_FOUND',
}

/** Turn every failure of the REST door into `{ code, message, fieldErrors }`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = word(explain(error), request)
  logFailure(error, { status, request })
  sayWhenToRetry(error, reply)
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

/** Answer an error as plain text, for the one call that SPEC §7 wants it for. */
export function sendPlainError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const failure = inOneSentence(explain(error))
  const { status, body } = word(failure, request)
  logFailure(error, { status, request })
  sayWhenToRetry(error, reply)
  return reply.code(status).type('text/plain; charset=utf-8').send(body.message)
}

/** Refusals under load have one line, like every answer. A second line with a stack for each would multiply a flood. */
function logFailure(error: unknown, { status, request }: { status: number; request: FastifyRequest }): void {
  if (status >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, 'request failed')
}

/** Plain text has no field errors beside it. What is refused before the procedure has no sentence of its own yet. */
function inOneSentence(failure: Failure | null): Failure | null {
  if (failure?.code !== 'INVALID_INPUT') return failure
  const { fields, first = fields && nameFirstProblem(fields) } = failure.params
  return { code: 'INVALID_INPUT', params: { ...failure.params, first } }
}

function sayWhenToRetry(error: unknown, reply: FastifyReply) {
  const seconds = whenToRetry(error)
  if (seconds !== null) reply.header('retry-after', seconds)
}

function word(failure: Failure | null, request: FastifyRequest) {
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
  if (statusCode !== 400) return null
  const first = problem('NOT_JSON')
  return { code: 'INVALID_INPUT', params: { fields: { body: [first] }, first } }
}
