import type { ErrorCode, FieldErrors } from '@chuma/contract/errors'

/** What a call was refused with. Its message is written for people. */
export type ChumaError<Code extends ErrorCode | null = ErrorCode | null> = Error & {
  /** Null: an answer without a code, as of a bug or of a proxy in between. */
  code: Code
  httpStatus: number
  /** Of INVALID_INPUT: what is wrong with which field. */
  fieldErrors: FieldErrors | null
  /** When trying again may help. */
  retryAfterSeconds: number | null
}

/**
 * Whether an answer came and refused the call, and with this code where one is asked for. False: no answer came, so a
 * mutation may have been done.
 */
export function isChumaError(error: unknown): error is ChumaError
export function isChumaError<Code extends ErrorCode>(error: unknown, code: Code): error is ChumaError<Code>
export function isChumaError(error: unknown, code?: ErrorCode): error is ChumaError {
  // By its shape: a script may hold two copies of this package, and each knows its own class only.
  if (!(error instanceof Error) || error.name !== 'TRPCClientError') return false
  if (!('code' in error) || !('httpStatus' in error)) return false
  return code === undefined || error.code === code
}
