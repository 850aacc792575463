import { type ErrorCode, type ErrorParams, errorTable, type Failure } from '@chuma/contract/errors'
import {
  type FieldProblems,
  type ParamsOf,
  type ProblemCode,
  type ProblemParams,
  problem,
} from '@chuma/contract/problems'

/**
 * A failure the caller can act on: a code and its parameters, which a door puts into words. Anything else that is thrown is
 * a bug and reaches the caller as a bare 500.
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

  /** What is wrong with which field; null for a failure that is about none. */
  get fields(): FieldProblems | null {
    return this.failure.code === 'INVALID_INPUT' ? (this.failure.params.fields ?? null) : null
  }
}

/** One field's value was refused by a rule that no schema can know. */
export function invalidField<Code extends ProblemCode>(
  field: string,
  code: Code,
  ...params: ParamsOf<ProblemParams<Code>>
): AppError {
  return new AppError('INVALID_INPUT', { fields: { [field]: [problem(code, ...params)] } })
}
