/** What owners are told of: the action in the audit log. */
export const COMPANY_CHANGES = [
  'create-staff',
  'staff.role',
  'staff.disabled',
  'staff.enabled',
  'staff.reset',
  'staff.email',
  'member.role',
  'api-key.created',
  'api-key.revoked',
  'api-key.turned-on',
  'economy.changed',
  'economy.preset-chosen',
  'create-partner',
  'update-partner',
  // Nothing has changed: its credits will wait once it owes a little more.
  'partner.near-ceiling',
  'webhook.created',
  'webhook.changed',
  'webhook.secret-rotated',
  'webhook.retired',
  'payout-queue.resumed',
  'automatic-payout.resumed',
  // The provider takes back what it has said about a payment.
  'payout.contradiction',
  // Nothing has changed yet: a change that nobody else could approve runs in a day.
  'approval.lone',
  'alarm.raised',
  'alarm.cleared',
] as const
export type CompanyChange = (typeof COMPANY_CHANGES)[number]
