import { type ErrorCode, type ErrorParams, errorTable, type Failure } from '@chuma/contract/errors'
import {
  type FieldProblems,
  type ParamsOf,
  type ProblemCode,
  type ProblemParams,
  problem,
} from '@chuma/contract/problems'

/**
 * A failure the caller can act on: a code and its parameters, to which the edge adds the text. Anything else that is thrown
 * is a bug and reaches the caller as a bare 500.
 */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError'
  readonly failure: Failure
  // A field, not a getter: Fastify writes the code of a validator's error back.
  readonly code: ErrorCode

  constructor(code: Code, ...[params]: ParamsOf<ErrorParams<Code>>) {
    super(code)
    this.code = code
    this.failure = { code, params: params ?? {} } as Failure
  }

  get status(): number {
    return errorTable[this.code].status
  }

  /** The problems of fields; null if the failure is not about fields. */
  get fields(): FieldProblems | null {
    return this.failure.code === 'INVALID_INPUT' ? (this.failure.params.fields ?? null) : null
  }
}

/** Return what was found, or refuse the call when there is nothing. */
export function orRefuse<Found, Code extends ErrorCode>(
  found: Found,
  code: Code,
  ...params: ParamsOf<ErrorParams<Code>>
): NonNullable<Found> {
  if (!found) throw new AppError(code, ...params)
  return found
}

/** Refuse one field's value by a rule that a schema cannot check. */
export function invalidField<Code extends ProblemCode>(
  field: string,
  code: Code,
  ...params: ParamsOf<ProblemParams<Code>>
): AppError {
  return new AppError('INVALID_INPUT', { fields: { [field]: [problem(code, ...params)] } })
}
