import { AppError } from '../../src/app-error.ts'
import type { Model, Outcome } from './model.ts'
import type { World } from './testing.ts'

/** One thing that somebody does: what the rules make of it, and the same done for real. */
export type Action = {
  name: string
  /** Does nothing while the member cannot sign in. */
  isMembers?: boolean
  isPossible?: (model: Model) => boolean
  /** Changes the model as the rules say, and tells what has to be answered. */
  predict: (model: Model) => Outcome
  perform: (world: World) => Promise<Outcome>
}

/** Done, or refused for a reason that the caller can act on; anything else is a bug and fails the walk. */
export async function answerTo(call: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code }
    throw error
  }
}
