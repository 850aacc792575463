import { isLongRun } from '@chuma/db/testing'
import type { Access } from './access.ts'
import type { MatrixCaller } from './callers.ts'
import { expectedRefusal } from './expected-answer.ts'

/** `turn` differs from door to door. */
type Door = { access: Access; turn: number; procedure?: string | undefined }

/**
 * Choose the callers who tell a procedure's guard from every other guard. Those whom all guards of its kind answer alike take
 * turns: tokens are read before the procedure is known. `npm run test:all` sends every caller to every door.
 */
export function chooseCallers(
  callers: readonly MatrixCaller[],
  { access, turn }: Door,
): readonly MatrixCaller[] {
  if (isLongRun) return callers
  const groups = Map.groupBy(callers, (caller) => nameGroup(caller, access))
  return [...groups.values()].flatMap((group) => takeTurn(group, turn))
}

/**
 * Choose the callers of a route that only calls a procedure, and of a procedure whose guard was tried at another one: a visitor,
 * an invalid token, and someone for each answer of the guard. They differ from door to door, so a guard meets all of them.
 * `npm run test:all` sends every caller.
 */
export function chooseOfEachAnswer(
  callers: readonly MatrixCaller[],
  { access, turn, procedure }: Door,
): readonly MatrixCaller[] {
  if (isLongRun) return callers
  const groups = Map.groupBy(callers, ({ name, who }) => {
    if (who.kind === 'nobody') return name === VISITOR ? VISITOR : 'invalid'
    return expectedRefusal(access, who, procedure) ?? 'let in'
  })
  return [...groups.values()].flatMap((group) => takeTurn(group, turn))
}

/** Choose one caller, another one for the next door: of those whom all guards answer by the same rule. */
export function chooseInTurn(callers: readonly MatrixCaller[], { turn }: Door): readonly MatrixCaller[] {
  return isLongRun ? callers : takeTurn(callers, turn)
}

const VISITOR = 'a visitor'
const takeTurn = <T>(group: readonly T[], turn: number): T[] =>
  group.filter((_, index) => index === turn % group.length)

/** Callers of one group take turns. */
function nameGroup({ name, who }: MatrixCaller, access: Access): string {
  if (who.kind === 'nobody') return name === VISITOR ? VISITOR : 'invalid'
  if (access === 'public' || who.kind === 'client') return who.kind
  const hasNoRole = who.kind === 'member' && who.role === null
  // Members' calls look at premium, and never at a role.
  if (access === 'member' || access === 'premium') return hasNoRole ? name : who.kind
  if (hasNoRole) return 'no role'
  // An owner shows that a made role counts; the other three that it is looked up.
  return who.kind === 'member' && who.role !== 'owner' ? 'made' : name
}
