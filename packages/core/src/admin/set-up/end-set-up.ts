import type { Trx } from '@chuma/db/client'
import { deleteSetUpLinks, finishSetUp, lockSetUp, setSignUpOpen } from '@chuma/db/queries/admin/set-up'

/**
 * End a set-up that no browser has begun, because somebody becomes staff in another way. Call it before the account is
 * written: a concurrent use of a link then waits, and finds the account.
 */
export async function endSetUp(trx: Trx): Promise<void> {
  const { ownerId, begunAt, finishedAt } = await lockSetUp(trx)
  if (ownerId || finishedAt) return
  await deleteSetUpLinks(trx)
  await finishSetUp(trx)
  if (begunAt) await setSignUpOpen(trx, true)
}
