import { AppError } from '../../src/app-error.ts'
import type { Model, Outcome } from './model.ts'
import type { World } from './testing.ts'

/** An action of someone: its result according to the rules, and the same for real. */
export type Action = {
  name: string
  /** Does nothing while the member cannot sign in. */
  isMembers?: boolean
  isPossible?: (model: Model) => boolean
  /** Changes the model according to the rules, and returns the expected answer. */
  predict: (model: Model) => Outcome
  perform: (world: World) => Promise<Outcome>
}

/** The result, or a refusal that the caller can act on; any other error is a bug and fails the walk. */
export async function answerTo(call: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    throw error
  }
}
