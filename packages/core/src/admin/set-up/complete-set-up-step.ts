import type { CompleteSetUpStepInput, SetUpState } from '@chuma/contract/admin/set-up'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { keepDoneSteps, lockSetUp } from '@chuma/db/queries/admin/set-up'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { requireChosenEconomy } from '../economy/require-chosen-economy.ts'
import { getSetUp } from './get-set-up.ts'
import { requireSetUpOwner, requireUnfinished } from './require-set-up-owner.ts'

/**
 * Record that the owner has decided a step, so that they can continue later and elsewhere. A step can be decided again.
 * @throws AppError of `requireSetUpOwner`; ECONOMY_UNCHOSEN for `economy` before an owner has chosen the rates
 */
export async function completeSetUpStep(
  deps: Deps,
  caller: Caller,
  { step }: CompleteSetUpStepInput,
): Promise<SetUpState> {
  const owner = await requireSetUpOwner(deps.db, caller)
  await deps.db.transaction().execute(async (trx) => {
    const setUp = await lockSetUp(trx)
    requireUnfinished(setUp)
    if (step === 'economy') await requireChosenEconomy({ ...deps, db: trx })
    await keepDoneSteps(trx, [...new Set([...setUp.doneSteps, step])])
    await insertAuditEntry(trx, {
      actor: owner.name,
      action: 'set-up.step-done',
      subject: 'set-up',
      after: { step },
      address: owner.address,
    })
  })
  return getSetUp(deps)
}
