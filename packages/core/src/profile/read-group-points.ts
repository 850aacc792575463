import { isReturning } from '../account/returning/prints.ts'
import type { Deps } from '../deps.ts'

/**
 * Read what a group of profile questions pays a member. Nothing to a person who erased an account within the last months: they may have
 * been paid for the same answers already. Not to be called in a transaction.
 */
export async function readGroupPoints(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  memberId: string,
): Promise<number> {
  const { profileGroupPoints } = await deps.economy()
  return (await isReturning(deps.db, deps, memberId)) ? 0 : profileGroupPoints
}
