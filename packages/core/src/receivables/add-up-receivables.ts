import type { Trx } from '@chuma/db/client'
import { findPartner } from '@chuma/db/queries/partners/partners'
import {
  addUpAccruals,
  findExposure,
  listUnaddedPartners,
  lockAccount,
  setWarned,
} from '@chuma/db/queries/receivables/accounts'
import { tellOwners } from '../admin/mailboxes/tell-owners.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { ceilingOf } from './exposure.ts'

/** At this share of a ceiling the owners are told, so that the partner can be asked to pay before credits wait. */
const WARNED_AT = 0.8

/** Job: add the new steps of credits to the sums of each partner's days, each partner in a transaction of its own. */
export async function addUpReceivables(deps: Deps): Promise<void> {
  await eachAlone(deps, await listUnaddedPartners(deps.db), {
    name: (partnerId) => `receivables of partner ${partnerId}`,
    work: (partnerId) =>
      deps.db.transaction().execute(async (trx) => {
        await lockAndAddUp(trx, partnerId)
        await warnOfCeiling(trx, partnerId)
      }),
  })
}

/**
 * Lock a partner's account and bring its sums up to date.
 * @throws AppError NOT_FOUND
 */
export async function lockAndAddUp(trx: Trx, partnerId: string) {
  const account = await lockAccount(trx, partnerId)
  if (!account) throw new AppError('NOT_FOUND')
  await addUpAccruals(trx, partnerId)
  return account
}

/** Tell the owners once when most of a ceiling is used. The caller has locked the account. */
export async function warnOfCeiling(trx: Trx, partnerId: string): Promise<void> {
  const partner = await findPartner(trx, partnerId)
  const account = await lockAccount(trx, partnerId)
  if (!partner || !account) return
  const ceiling = ceilingOf(partner.scheme as object)
  const isNear = ceiling !== null && (await findExposure(trx, partnerId)) * 100 >= ceiling * WARNED_AT
  if (isNear === (account.warnedAt !== null)) return
  await setWarned(trx, partnerId, isNear)
  if (!isNear) return
  const subject = `partner:${partnerId}`
  const at = new Date().toISOString()
  await tellOwners(trx, { action: 'partner.near-ceiling', actor: 'system', subject, address: null, at })
}
