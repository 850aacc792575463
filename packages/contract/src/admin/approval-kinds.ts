import type { Permission } from './permissions.ts'

/** The use cases that can wait for a second person, and what both people need. One kind is one use case. */
export const approvalKinds = {
  'edit-earnings': 'members:edit',
  'grant-premium': 'premium:grant',
  'decide-withdrawal': 'withdrawals:decide',
  'correct-payout': 'withdrawals:decide',
  'write-off-debt': 'withdrawals:decide',
  'close-period': 'ledger:verify',
  'release-automatic-payout': 'payouts:manage',
  'cancel-bank-batch': 'payouts:manage',
  'create-survey': 'offers:manage',
  'update-survey': 'offers:manage',
  'save-eligibility': 'offers:manage',
  'create-task': 'catalogue:manage',
  'update-task': 'catalogue:manage',
  'decide-claim': 'claims:decide',
  'decide-credit-review': 'claims:decide',
  'book-partner-receipt': 'ledger:verify',
  'cancel-partner-receipt': 'ledger:verify',
  'void-partner-invoice': 'ledger:verify',
  'write-off-partner-invoice': 'ledger:verify',
  'create-client-quote': 'ledger:verify',
  'open-client-order': 'ledger:verify',
  'book-client-receipt': 'ledger:verify',
  'return-client-money': 'ledger:verify',
  'decide-client-dispute': 'ledger:verify',
  'reset-client-user': 'clients:manage',
  'decide-proof': 'proofs:decide',
  'decide-survey-review': 'proofs:decide',
  'change-economy': 'economy:manage',
  'choose-economy-preset': 'economy:manage',
  'add-tax-classes': 'economy:manage',
  'create-partner': 'partners:manage',
  'update-partner': 'partners:manage',
  'create-api-key': 'keys:manage',
  'create-staff': 'staff:manage',
  'reset-staff': 'staff:manage',
  'set-staff-role': 'staff:manage',
  'enable-staff': 'staff:manage',
  'set-member-role': 'staff:manage',
  'set-person-of-staff': 'staff:manage',
  'set-person-of-member': 'staff:manage',
} as const satisfies Record<string, Permission>

export type ApprovalKind = keyof typeof approvalKinds
export const APPROVAL_KINDS = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]]

/** A request waits this long for a second person. */
export const APPROVAL_DAYS = 7
/** Where nobody else could approve it, it runs after this delay. */
export const LONE_HOURS = 24
/** An account this new, or changed by someone else this recently, approves nothing. */
export const SETTLED_DAYS = 7

/**
 * waiting: for a second person, or for `runsAt` · executed: approved, and done · refused · withdrawn: by its requester ·
 * expired: nobody decided in time · outdated: what it was about has changed.
 */
export const APPROVAL_STATES = ['waiting', 'executed', 'refused', 'withdrawn', 'expired', 'outdated'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isUuid = (text: string): boolean => UUID.test(text)

/** What an entry of the audit log may be about, and names by a bare id. */
export const SUBJECTS_WITH_ID = [
  'member',
  'withdrawal',
  'proof',
  'claim',
  'partner',
  'partner-event',
  'partner-invoice',
  'partner-receipt',
  'report-row',
  'client',
  'client-user',
  'premium-payment',
  'difference',
  'statement-row',
  'survey',
  'survey-review',
  'task',
  'question',
  'contact',
  'job',
  'approval',
  'alarm',
] as const
