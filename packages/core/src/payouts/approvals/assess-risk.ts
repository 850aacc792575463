import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { ReviewReason } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { getRiskFacts, type RiskFacts } from '@chuma/db/queries/payouts/risk'

type Wish = {
  memberId: string
  /** Of the destination. */
  hashes: readonly Buffer[]
  amountKes: number
  /** Whether the destination is new, which is already known. */
  reasons: readonly ReviewReason[]
  economy: Pick<Economy, 'largeWithdrawalKes' | 'riskReviewScore'>
}

/**
 * Find what is unusual about a new withdrawal, and whether it needs an individual review. Refuses nothing and changes no
 * account. The caller has locked the wallet.
 */
export async function assessRisk(trx: Trx, { memberId, hashes, amountKes, reasons, economy }: Wish) {
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

/**
 * The weight of each reason in a withdrawal's score. No single reason reaches the default `economy.riskReviewScore`, nor do
 * those of an honest new member (a new number on a shared phone): docs/decisions/0075.
 */
export const RISK_WEIGHTS = {
  /** Never paid there before. Every first withdrawal has one of these three. */
  'new-number': 20,
  'new-bank-account': 20,
  'new-paypal': 20,
  /** The member was paid elsewhere until recently: the first change in a stolen account. */
  'recently-changed-destination': 30,
  /** Families, hostels and cyber cafés share phones, so this only adds to another reason. */
  'many-accounts-on-device': 20,
  /** Many small withdrawals, each below what staff would review. */
  'many-requests': 20,
  /** By the operator's limit, or compared with this member's earlier payments. */
  'unusually-large': 30,
  /** A partner reversed a credit, and may reverse more. */
  'recent-reversal': 30,
  /** The last payment arrived at an account in another name. Families share phones, so it is no refusal. */
  'name-differs': 30,
} as const satisfies Record<ReviewReason, number>

/** When a fact counts as a reason. */
const RISK_TERMS = {
  /** How long a destination other than the first counts as changed. */
  changeHours: 72,
  /** More than `requests` withdrawals within these hours, including the new one, are many. */
  requestHours: 24,
  requests: 3,
  /** This many other members with the same browser and address within these days are many. */
  deviceDays: 30,
  otherAccounts: 3,
  reversalDays: 30,
  /** More than this many times the largest of at least `paidBefore` payments is far above the history. */
  timesLargestPaid: 5,
  paidBefore: 3,
} as const
