import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { ReviewReason } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { getRiskFacts, type RiskFacts } from '@chuma/db/queries/payouts/risk'
import { RISK_TERMS, RISK_WEIGHTS } from './risk-weights.ts'

type Wish = {
  memberId: string
  /** Of the destination. */
  hashes: readonly Buffer[]
  amountKes: number
  /** Whether the destination is new, which is already known. */
  reasons: readonly ReviewReason[]
  economy: Pick<Economy, 'largeWithdrawalKes' | 'riskReviewScore'>
}

export type Risk = { reviewReasons: ReviewReason[]; riskScore: number; isInReview: boolean }

/**
 * Find what is unusual about a new withdrawal, and whether it needs an individual review. Refuses nothing and changes no
 * account. The caller has locked the wallet.
 */
export async function assessRisk(
  trx: Trx,
  { memberId, hashes, amountKes, reasons, economy }: Wish,
): Promise<Risk> {
  const facts = await getRiskFacts(trx, { memberId, hashes, windows: RISK_TERMS })
  const found = [...reasons, ...nameReasons(facts, isLarge(amountKes, facts, economy.largeWithdrawalKes))]
  // A shared phone or address alone is not a reason: it only adds to others.
  const isShared = facts.otherAccountsOnDevice >= RISK_TERMS.otherAccounts
  const reviewReasons: ReviewReason[] =
    isShared && found.length > 0 ? [...found, 'many-accounts-on-device'] : found
  const riskScore = reviewReasons.reduce((sum, reason) => sum + RISK_WEIGHTS[reason], 0)
  const { riskReviewScore } = economy
  return { reviewReasons, riskScore, isInReview: riskReviewScore > 0 && riskScore >= riskReviewScore }
}

function nameReasons(facts: RiskFacts, isUnusuallyLarge: boolean): ReviewReason[] {
  const holds = {
    'recently-changed-destination': facts.isPlaceChanged,
    'many-requests': facts.requestsLately >= RISK_TERMS.requests,
    'unusually-large': isUnusuallyLarge,
    'recent-reversal': facts.isReversedLately,
    'name-differs': facts.isNameOfAnother,
  } as const satisfies Partial<Record<ReviewReason, boolean>>
  return (Object.keys(holds) as (keyof typeof holds)[]).filter((reason) => holds[reason])
}

function isLarge(amountKes: number, { paidCount, largestPaidKes }: RiskFacts, limitKes: number): boolean {
  const isBeyondHistory =
    paidCount >= RISK_TERMS.paidBefore && amountKes > largestPaidKes * RISK_TERMS.timesLargestPaid
  return isBeyondHistory || amountKes >= limitKes
}
