import type { Trx } from '@chuma/db/client'
import { getMailboxSharing } from '@chuma/db/queries/account/mailboxes'
import { isClusterHeld } from '@chuma/db/queries/payouts/clusters'
import { getWithdrawalFacts, listRecentChanges } from '@chuma/db/queries/payouts/hold-facts'
import type { StoredHold } from '@chuma/db/queries/payouts/holds'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { listDoubtfulSurveys } from '@chuma/db/queries/surveys/doubtful'
import { getDestinationFacts } from '@chuma/db/queries/wallet/destinations'
import { getWithdrawalPlace } from '@chuma/db/queries/wallet/withdrawals'
import type { Deps } from '../../deps.ts'
import {
  type Destination,
  hashDestination,
  joinBankAccount,
} from '../../wallet/destinations/normalise-destination.ts'
import { openAccount } from '../details/seal-account.ts'
import { CLAIM_DAYS, type Facts, type HoldTerms } from './hold-rules.ts'

type Wanted = { ref: WithdrawalRef; terms: HoldTerms; stored: readonly StoredHold[] }

/** Read what the rules need of one withdrawal, and the database's time. The caller has locked the wallet. */
export async function readFacts(
  trx: Trx,
  { secrets }: Pick<Deps, 'secrets'>,
  { ref, terms, stored }: Wanted,
): Promise<{ facts: Facts; now: Date }> {
  const { memberId } = ref
  const { now, ...own } = await getWithdrawalFacts(trx, { ...ref, claimDays: CLAIM_DAYS })
  const hashes = hashDestination(secrets, await readDestination(trx, { secrets }, ref))
  const facts = {
    ...own,
    destination: await getDestinationFacts(trx, { memberId, hashes }),
    changes: await listRecentChanges(trx, { memberId, hours: terms.changeHoldHours }),
    mailbox: await getMailboxSharing(trx, memberId),
    doubtfulSurveys: await listDoubtfulSurveys(trx, memberId),
    clusterSince: (await isClusterHeld(trx, memberId)) ? sinceWhen(stored, own.requestedAt) : null,
  }
  return { facts, now }
}

/** Requested while the group was held, or the newest decision to hold it. */
function sinceWhen(stored: readonly StoredHold[], requestedAt: Date): Date {
  const times = stored.filter(({ reason }) => reason === 'cluster').map(({ since }) => since.getTime())
  return new Date(Math.max(requestedAt.getTime(), ...times))
}

async function readDestination(
  trx: Trx,
  { secrets }: Pick<Deps, 'secrets'>,
  ref: WithdrawalRef,
): Promise<Destination> {
  const { method, mpesaNumber, bankName, accountNumber, paypalEmail } = await getWithdrawalPlace(trx, ref)
  if (method === 'mpesa') return { method, value: mpesaNumber ?? '' }
  if (method === 'paypal') return { method, value: paypalEmail ?? '' }
  const row = { table: 'withdrawal', id: ref.withdrawalId } as const
  const number = accountNumber === null ? '' : openAccount(secrets, row, accountNumber)
  return { method, value: joinBankAccount(bankName ?? '', number) }
}
