import type { CompleteSetUpStepInput, SetUpState } from '@chuma/contract/admin/set-up'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { keepDoneSteps, lockSetUp } from '@chuma/db/queries/admin/set-up'
import { invalidField } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { getSetUp, isFirstEconomy } from './get-set-up.ts'
import { requireSetUpOwner, requireUnfinished } from './require-set-up-owner.ts'

/**
 * Record that the owner has decided a step, so that they can continue later and elsewhere. A step can be decided again.
 * @throws AppError of `requireSetUpOwner`; INVALID_INPUT if the cost of the first rates is not confirmed
 */
export async function completeSetUpStep(
  deps: Deps,
  caller: Caller,
  { step, isCostConfirmed }: CompleteSetUpStepInput,
): Promise<SetUpState> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await deps.db.transaction().execute(async (trx) => {
    const setUp = await lockSetUp(trx)
    requireUnfinished(setUp)
    const isCostly = step === 'economy' && (await isFirstEconomy(trx))
    if (isCostly && !isCostConfirmed) throw invalidField('isCostConfirmed', 'COST_NOT_CONFIRMED')
    await keepDoneSteps(trx, [...new Set([...setUp.doneSteps, step])])
    await insertAuditEntry(trx, {
      actor: owner.name,
      action: 'set-up.step-done',
      subject: 'set-up',
      after: { step, ...(isCostly ? { isCostConfirmed } : {}) },
      address: owner.address,
    })
  })
  return getSetUp(deps)
}
