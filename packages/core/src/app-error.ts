import { type ErrorCode, errorTable, type FieldErrors } from '@chuma/contract/errors'

type AppErrorOptions = { message?: string; fieldErrors?: FieldErrors; retryAfterSeconds?: number }

/** A failure the caller can act on. Anything else that is thrown is a bug and reaches the caller as a bare 500. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly fieldErrors: FieldErrors | null
  /** How long trying again is pointless; null when waiting changes nothing. */
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorTable[code].message)
    this.code = code
    this.fieldErrors = options.fieldErrors ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
  }

  get status(): number {
    return errorTable[this.code].status
  }
}

/** One field's value was refused by a rule that no schema can know. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { fieldErrors: { [field]: [message] } })
}
