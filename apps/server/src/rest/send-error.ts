import { type ErrorBody, type ErrorCode, errorTable } from '@chuma/contract/errors'
import { AppError } from '@chuma/core/app-error'
import { translateFailure } from '@chuma/core/language/translate-answer'
import { isDatabaseBusy, isDatabaseUnreachable } from '@chuma/db/client'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../plugins/language-of.ts'
import { whenToRetry } from '../when-to-retry.ts'

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  // An id that is far too long, as one that is only too long.
  FST_ERR_MAX_PARAM_LENGTH: 'INVALID_INPUT',
}

/** The REST door's only translator: every failure becomes `{ code, message, fieldErrors }`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, body } = describe(error, request)
  if (status >= 500) request.log.error({ err: error }, 'request failed')
  sayWhenToRetry(error, reply)
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

/** For the one call whose errors the specification wants as plain text (SPEC §7). */
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
  const { status, body } = explain(error)
  return { status, body: translateFailure(languageOf(request), body) }
}

function explain(error: unknown): { status: number; body: ErrorBody } {
  if (error instanceof AppError) {
    return {
      status: error.status,
      body: { code: error.code, message: error.message, fieldErrors: error.fieldErrors },
    }
  }
  if (isDatabaseUnreachable(error)) return answer('UNAVAILABLE')
  if (isDatabaseBusy(error)) return answer('BUSY')
  const { code = '', statusCode = 500, message } = (error ?? {}) as Partial<FastifyError>
  const known = fastifyCodes[code]
  if (known) return answer(known)
  // A body that is no JSON, or carries a key such as __proto__: the parser refuses it before any schema sees it.
  if (statusCode === 400)
    return answer('INVALID_INPUT', { body: [message ?? errorTable.INVALID_INPUT.message] })
  return { status: 500, body: { code: null, message: 'Something went wrong', fieldErrors: null } }
}

function answer(code: ErrorCode, fieldErrors: ErrorBody['fieldErrors'] = null) {
  return { status: errorTable[code].status, body: { code, message: errorTable[code].message, fieldErrors } }
}
