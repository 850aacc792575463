import type { hold } from '@chuma/contract/payouts/holds'
import type { Answer } from '@chuma/contract/timestamp'
import type { WithdrawalStatus } from '@chuma/contract/wallet/wallet'

type Hold = Answer<typeof hold>

/**
 * Choose what a member is told about the holds of one withdrawal. Nobody learns that another account named a destination, or one point
 * would buy an answer for every number: while the request waits for staff, as each does, nothing is said; once it is approved, the
 * destination is one that was never paid.
 */
export function showHolds(status: WithdrawalStatus, open: readonly Hold[]): Hold[] {
  const told = open.map(({ reason, since, until }) => ({ reason, since, until }))
  const shared = told.filter(({ reason }) => reason === 'shared-destination')
  const others = told.filter(({ reason }) => reason !== 'shared-destination')
  if (status === 'pending' || others.some(({ reason }) => reason === 'new-destination')) return others
  return [...others, ...shared.map((each) => ({ ...each, reason: 'new-destination' as const }))]
}
