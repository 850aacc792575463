import type { ErrorCode, FieldErrors } from '@chuma/contract/errors'

/** A refused call. Its message is written for people. */
export type ChumaError<Code extends ErrorCode | null = ErrorCode | null> = Error & {
  /** Null for an answer without a code, from a bug or a proxy. */
  code: Code
  httpStatus: number
  /** The problems per field, for INVALID_INPUT. */
  fieldErrors: FieldErrors | null
  /** When to retry. */
  retryAfterSeconds: number | null
}

/**
 * Whether an answer refused the call, optionally with this code. False means that there was no answer, so a mutation may have
 * taken effect.
 */
export function isChumaError(error: unknown): error is ChumaError
export function isChumaError<Code extends ErrorCode>(error: unknown, code: Code): error is ChumaError<Code>
export function isChumaError(error: unknown, code?: ErrorCode): error is ChumaError {
  // By shape, because a script may contain two copies of this package with different classes.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false
  if (!('code' in error) || !('httpStatus' in error)) return false
  return code === undefined || error.code === code
}
