import { AppError } from './app-error.ts'

/** Who takes a step. `provider`: what it says or proves, whichever job reads it. `erasure`: the end of an account. */
export const MOVERS = ['member', 'staff', 'worker', 'provider', 'partner', 'erasure'] as const
export type Mover = (typeof MOVERS)[number]

/** One row of a table: from any of `from` to `to`. */
export type Transition<State extends string, Effect extends string = never> = {
  from: readonly State[]
  to: State
  /** What must hold. The use case that takes the step checks it, under the lock of the row. */
  when: string
  /** What the step brings with it, in the same transaction. The machine's own move function does it. */
  does?: readonly Effect[]
}

export type StateMachine<State extends string, Effect extends string = never> = {
  name: string
  /** Each with what it means. */
  states: Record<State, string>
  /** How a row begins. */
  begins: readonly { to: State; by: Mover; when: string }[]
  /** Who may take which step. Nobody else may, and there is no other step. */
  moves: { readonly [By in Mover]?: readonly Transition<State, Effect>[] }
  /** What a caller reads whose step is not in the table; null where no caller chooses the step, so it is a bug. */
  refusal: 'WITHDRAWAL_STATE' | 'ALREADY_DECIDED' | 'PROOF_STATE' | null
}

export type Step<State extends string> = { from: State; to: State; by: Mover }

function findTransition<State extends string, Effect extends string>(
  { moves }: StateMachine<State, Effect>,
  { from, to, by }: Step<State>,
): Transition<State, Effect> | undefined {
  return moves[by]?.find((row) => row.from.includes(from) && row.to === to)
}

/** Whether the table has this step. */
export function canMove<State extends string, Effect extends string>(
  machine: StateMachine<State, Effect>,
  step: Step<State>,
): boolean {
  return findTransition(machine, step) !== undefined
}

/** Whether nothing leads out of a state. */
export function isFinal<State extends string, Effect extends string>(
  { moves }: StateMachine<State, Effect>,
  state: State,
): boolean {
  return !MOVERS.some((by) => moves[by]?.some(({ from }) => from.includes(state)))
}

/**
 * Take a step of a machine's table and answer its effects. The caller has locked the row and read `from` under that lock;
 * `update` writes the new state where the row still has `from`, and says whether it did.
 * @throws the machine's refusal when the table has no such step, or the row is in another state
 */
export async function takeStep<State extends string, Effect extends string>(
  machine: StateMachine<State, Effect>,
  step: Step<State>,
  update: () => Promise<boolean>,
): Promise<readonly Effect[]> {
  const transition = findTransition(machine, step)
  if (transition && (await update())) return transition.does ?? []
  if (machine.refusal) throw new AppError(machine.refusal)
  throw new Error(`${machine.name}: no step from ${step.from} to ${step.to} by ${step.by}`)
}
