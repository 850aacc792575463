import { SET_UP_STEPS, type SetUpState } from '@chuma/contract/admin/set-up'
import { findChosenEconomy } from '@chuma/db/queries/admin/economy'
import { getSetUp as getStoredSetUp } from '@chuma/db/queries/admin/set-up'
import type { Deps } from '../../deps.ts'
import { isUnfinished } from './require-set-up-owner.ts'

/** Show what is done and what the environment says. For owners; names of variables, never their values. */
export async function getSetUp(deps: Deps): Promise<SetUpState> {
  const { publicUrl, payouts, mail } = deps.installation
  const setUp = await getStoredSetUp(deps.db)
  return {
    isFinished: !isUnfinished(setUp),
    doneSteps: SET_UP_STEPS.filter((step) => setUp.doneSteps.includes(step)),
    publicUrl,
    isVerificationRequired: deps.accounts.isVerificationRequired,
    payouts: { ...payouts, methods: [...deps.payouts.methods] },
    mail,
    isFirstEconomy: (await findChosenEconomy(deps.db)) === undefined,
  }
}
