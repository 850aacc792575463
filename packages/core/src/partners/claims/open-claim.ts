import type { claim, OpenClaimInput } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { findClaimOfClick, findCreditOfClick, insertClaim } from '@chuma/db/queries/partners/claims'
import { lockClick } from '@chuma/db/queries/partners/clicks'
import { AppError } from '../../app-error.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'

type Claim = Answer<typeof claim>

const DAY_SECONDS = 24 * 3600

/**
 * Claim the missing points of a click: "I did this and got nothing." Once per click.
 * @throws AppError NOT_FOUND for another member's click or an older one than the operator allows, ALREADY_CREDITED,
 * CLAIM_EXISTS
 */
export async function openClaim(
  deps: Deps,
  { memberId }: SignedInMember,
  { clickId, note }: OpenClaimInput,
): Promise<Claim> {
  const { claimDays } = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    const ref = { memberId, clickId }
    const click = await lockClick(trx, ref)
    if (!click || click.ageSeconds >= claimDays * DAY_SECONDS) throw new AppError('NOT_FOUND')
    if (await findCreditOfClick(trx, ref)) throw new AppError('ALREADY_CREDITED')
    if (!(await insertClaim(trx, { ...ref, note }))) throw new AppError('CLAIM_EXISTS')
    const claim = await findClaimOfClick(trx, ref)
    if (!claim) throw new Error(`claim of click ${clickId} vanished`)
    return claim
  })
}
