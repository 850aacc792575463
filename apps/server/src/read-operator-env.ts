import { readEnv } from './env.ts'
import { OperatorError } from './operator-error.ts'

/** @throws OperatorError with a line for each variable that is wrong */
export function readOperatorEnv() {
  try {
    return readEnv()
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}
