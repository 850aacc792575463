import { SET_UP_STEPS, type SetUpState } from '@chuma/contract/admin/set-up'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { setSignUpOpen } from '@chuma/db/queries/admin/product'
import { lockSetUp, finishSetUp as markFinished } from '@chuma/db/queries/admin/set-up'
import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { getSetUp } from './get-set-up.ts'
import { requireSetUpOwner, requireUnfinished } from './require-set-up-owner.ts'

/**
 * Go live: end the set-up, for good, and open sign-up if the owner wants it now.
 * @throws AppError of `requireSetUpOwner`; SET_UP_INCOMPLETE, naming the first step that is not decided
 */
export async function finishSetUp(
  deps: Deps,
  caller: Caller,
  { isSignUpOpen }: { isSignUpOpen: boolean },
): Promise<SetUpState> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await deps.db.transaction().execute(async (trx) => {
    const setUp = await lockSetUp(trx)
    requireUnfinished(setUp)
    const open = SET_UP_STEPS.find((step) => !setUp.doneSteps.includes(step))
    if (open) throw new AppError('SET_UP_INCOMPLETE', { step: open })
    await markFinished(trx)
    await setSignUpOpen(trx, isSignUpOpen)
    await insertAuditEntry(trx, {
      actor: owner.name,
      action: 'set-up.finished',
      subject: 'set-up',
      after: { isSignUpOpen },
      address: owner.address,
    })
  })
  deps.changes.announce('product')
  return getSetUp(deps)
}
