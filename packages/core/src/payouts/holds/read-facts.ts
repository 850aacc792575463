import type { HoldReason } from '@chuma/contract/payouts/holds'
import type { Trx } from '@chuma/db/client'
import { readHoldFacts } from '@chuma/db/queries/payouts/hold-facts'
import type { StoredHold } from '@chuma/db/queries/payouts/holds'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { getPaidPlace } from '@chuma/db/queries/wallet/destinations'
import type { Deps } from '../../deps.ts'
import { hashDestination, readDestination } from '../../wallet/destinations/normalise-destination.ts'
import { CLUSTER_TERMS } from '../clusters/cluster-terms.ts'
import { readAccount } from '../details/seal-account.ts'
import { CLAIM_DAYS, type Facts, type HoldTerms } from './hold-rules.ts'

type Wanted = { ref: WithdrawalRef; terms: HoldTerms; stored: readonly StoredHold[] }

/** Read what the rules need of one withdrawal, and the database's time. The caller has locked the wallet. */
export async function readFacts(
  trx: Trx,
  { secrets }: Pick<Deps, 'secrets'>,
  { ref, terms, stored }: Wanted,
): Promise<{ facts: Facts; now: Date }> {
  const { memberId } = ref
  const { hashes, isAccountUnreadable } = await readPlace(trx, { secrets }, ref)
  const { now, isClusterHeld, destination, ...read } = await readHoldFacts(trx, {
    ...ref,
    hashes: hashes ?? [],
    claimDays: CLAIM_DAYS,
    changeHours: terms.changeHoldHours,
    ...CLUSTER_TERMS,
  })
  const { ownerId, namedAt, ...there } = destination
  const known = {
    ...there,
    isOwn: ownerId === memberId,
    isOfAnother: ownerId !== null && ownerId !== memberId,
    namedAt: namedAt ?? read.requestedAt,
  }
  const facts = {
    ...read,
    destination: hashes ? known : nowhere(read.requestedAt),
    clusterSince: isClusterHeld ? sinceWhen(stored, read.requestedAt) : null,
    restoredAt: newestOf(stored, 'restored'),
    isAccountUnreadable,
  }
  return { facts, now }
}

/** Requested while the group was held, or the newest decision to hold it. */
function sinceWhen(stored: readonly StoredHold[], requestedAt: Date): Date {
  const newest = newestOf(stored, 'cluster')
  return newest && newest > requestedAt ? newest : requestedAt
}

function newestOf(stored: readonly StoredHold[], wanted: HoldReason): Date | null {
  const times = stored.filter(({ reason }) => reason === wanted).map(({ since }) => since.getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

type Place = { hashes: readonly Buffer[] | null; isAccountUnreadable: boolean }

/** If the account number cannot be opened, which those who read it report, nothing is known about the destination. */
async function readPlace(trx: Trx, { secrets }: Pick<Deps, 'secrets'>, ref: WithdrawalRef): Promise<Place> {
  const { accountNumber, ...place } = await getPaidPlace(trx, ref)
  const row = { table: 'withdrawal', id: ref.withdrawalId } as const
  const number = readAccount({ secrets, reportFailure: () => {} }, row, accountNumber)
  const destination = readDestination({ ...place, accountNumber: number })
  return {
    hashes: destination && hashDestination(secrets, destination),
    isAccountUnreadable: accountNumber !== null && number === null,
  }
}

const nowhere = (namedAt: Date) => ({
  isOwn: false,
  isOfAnother: false,
  otherClaimants: 0,
  namedAt,
  wasPaidThere: false,
  wasPaidElsewhere: false,
})
