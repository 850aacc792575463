import * as z from 'zod'
import { timestamp } from '../fields.ts'
import type { Permission } from './permissions.ts'

/** What can wait for staff, alarms first, with the permission to read its list. */
export const WAITING = {
  /** The last check found a change of the ledger or the audit log. */
  'books-broken': 'ledger:verify',
  'mails-waiting': 'system:read',
  'payouts-stopped': 'payouts:read',
  /** The switch of automatic payout is thrown. */
  'automatic-stopped': 'payouts:read',
  'low-float': 'payouts:read',
  'unclear-payouts': 'withdrawals:read',
  differences: 'ledger:verify',
  /** Rows of statements that matched nothing. */
  'statement-rows': 'ledger:verify',
  'failed-jobs': 'system:read',
  /** Changes that run by themselves soon, because nobody else could approve them. */
  'lone-approvals': 'approvals:read',
  withdrawals: 'withdrawals:read',
  /** Approved payouts that a hold keeps from being sent or paid. */
  holds: 'withdrawals:read',
  /** Changes that wait for a second person, of every kind. */
  approvals: 'approvals:read',
  'payouts-by-hand': 'withdrawals:read',
  proofs: 'proofs:read',
  /** Credits whose partner paid less than was promised, or more than its ceiling. */
  'credit-reviews': 'partners:read',
  claims: 'partners:read',
  /** Rewards of surveys that wait for a review, and appeals. */
  'survey-reviews': 'proofs:read',
  appeals: 'members:read',
  /** Groups of accounts whose score calls for a decision, and held ones past the day that members were told. */
  clusters: 'withdrawals:read',
  messages: 'contact:read',
} as const satisfies Record<string, Permission>

export type WaitingKind = keyof typeof WAITING
export const WAITING_KINDS = Object.keys(WAITING) as WaitingKind[]

export const waitingItem = z.object({
  kind: z.enum(WAITING_KINDS),
  /** At most 1,000: a longer backlog is not counted to its end. */
  count: z.int(),
  /** Since when the oldest waits; null when nothing does. */
  since: timestamp.nullable(),
})

/** Each kind that the caller may read, also when nothing waits. */
export const waitingWork = z.array(waitingItem)
export type WaitingItem = z.infer<typeof waitingItem>
