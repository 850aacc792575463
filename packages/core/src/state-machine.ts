import { AppError } from './app-error.ts'

/** Who takes a step. `provider`: its messages, whichever job reads them. `erasure`: the erasure of an account. */
export const MOVERS = ['member', 'staff', 'worker', 'provider', 'partner', 'erasure'] as const
export type Mover = (typeof MOVERS)[number]

/** A row of the table: from any state in `from` to `to`. */
type Transition<State extends string, Effect extends string = never> = {
  from: readonly State[]
  to: State
  /** The condition. The use case that takes the step checks it, under the row's lock. */
  when: string
  /** The step's effects, in the same transaction. The machine's own move function executes them. */
  does?: readonly Effect[]
}

export type StateMachine<State extends string, Effect extends string = never> = {
  name: string
  /** Every state and its meaning. */
  states: Record<State, string>
  /** The initial states. */
  begins: readonly { to: State; by: Mover; when: string }[]
  /** Who may take which step. All other steps are refused. */
  moves: { readonly [By in Mover]?: readonly Transition<State, Effect>[] }
  /** The error for a step that is not in the table; null if no caller chooses steps, so that it is a bug. */
  refusal: 'WITHDRAWAL_STATE' | 'ALREADY_DECIDED' | 'PROOF_STATE' | 'APPROVAL_STATE' | null
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

/** Whether no step leads out of a state. */
export function isFinal<State extends string, Effect extends string>(
  { moves }: StateMachine<State, Effect>,
  state: State,
): boolean {
  return !MOVERS.some((by) => moves[by]?.some(({ from }) => from.includes(state)))
}

/**
 * Take a step of a machine's table and return its effects. The caller has locked the row and read `from` under that lock;
 * `update` writes the new state if the row still has `from`, and returns whether it did.
 * @throws the machine's refusal if the table has no such step, or the row is in another state
 */
export async function takeStep<State extends string, Effect extends string>(
  machine: StateMachine<State, Effect>,
  step: Step<State>,
  update: () => Promise<boolean>,
): Promise<readonly Effect[]> {
  const effects = requireStep(machine, step)
  if (!(await update())) refuseStep(machine, step)
  return effects
}

/** The effects of a step. @throws the machine's refusal if the table has no such step */
export function requireStep<State extends string, Effect extends string>(
  machine: StateMachine<State, Effect>,
  step: Step<State>,
): readonly Effect[] {
  const transition = findTransition(machine, step)
  return transition ? (transition.does ?? []) : refuseStep(machine, step)
}

/** @throws the machine's refusal */
export function refuseStep<State extends string, Effect extends string>(
  { name, refusal }: StateMachine<State, Effect>,
  { from, to, by }: Step<State>,
): never {
  if (refusal) throw new AppError(refusal)
  throw new Error(`${name}: no step from ${from} to ${to} by ${by}`)
}
