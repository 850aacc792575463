/** What waits for staff, on their first page and in the navigation. */
export const today = {
  'staffToday.title': 'Today',
  'staffToday.done': 'Nothing is waiting for you. New work appears here on its own.',
  'staffToday.oldest': 'oldest',
  'staffToday.since': 'since',
  'staffToday.nothing': 'Nothing waiting: {list}',
  'staffToday.count': '{count, plural, one {# waiting} other {# waiting}}',

  'booksBroken.title': 'The books do not verify',
  'booksBroken.text':
    'The ledger or the audit log was changed outside Chuma. Payouts are stopped. Do not resume them until you know who changed what.',
  'booksBroken.action': 'Check the ledger',

  'waiting.books-broken': 'The books do not verify',
  'waiting.automatic-stopped': 'Automatic payouts are stopped',
  'waiting.payouts-stopped': 'Payouts are stopped',
  'waiting.low-float': 'The payout account is low',
  'waiting.unclear-payouts': 'Payouts to check',
  'waiting.differences': 'Differences in the books',
  'waiting.statement-rows': 'Rows of statements to book',
  'waiting.failed-jobs': 'Failed jobs',
  'waiting.withdrawals': 'Withdrawals to decide',
  'waiting.lone-approvals': 'Changes that nobody else can approve: they run after 24 hours',
  'waiting.approvals': 'Changes to approve',
  'waiting.payouts-by-hand': 'Payouts to make by hand',
  'waiting.proofs': 'Proofs',
  'waiting.credit-reviews': 'Credits to check',
  'waiting.claims': 'Claims',
  'waiting.survey-reviews': 'Survey answers to check',
  'waiting.appeals': 'Appeals',
  'waiting.clusters': 'Account clusters',
  'waiting.messages': 'Messages',
} as const
