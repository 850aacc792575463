import type { ReviewReason } from '@chuma/contract/wallet/wallet'

/**
 * What each reason to look twice adds to a withdrawal's score. No single one reaches the default of
 * `economy.riskReviewScore`, and what an honest new member brings together (a new number on a shared telephone) does not
 * either: docs/decisions/0018.
 */
export const RISK_WEIGHTS = {
  /** Never paid there before. Everybody's first withdrawal has one of these three. */
  'new-number': 20,
  'new-bank-account': 20,
  'new-paypal': 20,
  /** He was paid elsewhere until lately: what whoever takes an account over does first. */
  'recently-changed-destination': 30,
  /** Families, hostels and cyber cafés share telephones, so this counts only beside another reason. */
  'many-accounts-on-device': 20,
  /** Taken out in many small steps, each below what somebody would look at. */
  'many-requests': 20,
  /** By the operator's limit, or beside what this member was paid before. */
  'unusually-large': 30,
  /** A partner took back what he had paid for, and may take back more. */
  'recent-reversal': 30,
} as const satisfies Record<ReviewReason, number>

/** From where on a fact is a reason. */
export const RISK_TERMS = {
  /** For so long a place that is not the first one counts as changed. */
  changeHours: 72,
  /** More than `requests` withdrawals within these hours, the new one with them, are many. */
  requestHours: 24,
  requests: 3,
  /** So many other members who used the same browser from the same address within these days are many. */
  deviceDays: 30,
  otherAccounts: 3,
  reversalDays: 30,
  /** More than so many times the largest of at least `paidBefore` payments is far above his history. */
  timesLargestPaid: 5,
  paidBefore: 3,
} as const
