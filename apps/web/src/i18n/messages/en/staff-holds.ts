/** Holds as staff see them: what led to one, and lifting it. */
export const staffHolds = {
  'staffHold.badge': 'On hold',
  'staffHold.filter': 'On hold',
  'staffHold.since': 'since {since}',
  'staffHold.until': 'until {until}',
  'staffHold.first-payout': 'The member’s first payment',
  'staffHold.new-destination': 'Paid elsewhere before, never to this destination',
  'staffHold.credentials-changed': 'The log-in changed a short while ago',
  'staffHold.email-changed': 'The email address changed a short while ago',
  'staffHoldChange.password-changed': 'The password was changed',
  'staffHoldChange.password-reset': 'The password was reset',
  'staffHoldChange.new-device': 'A new device logged in, and this destination was never paid',
  'staffHoldChange.passkey-added': 'A passkey was added',
  'staffHoldChange.passkey-removed': 'A passkey was removed',
  'staffHoldChange.second-factor-on': 'The second factor was turned on',
  'staffHoldChange.second-factor-off': 'The second factor was turned off',
  'staffHoldChange.recovery-codes-renewed': 'The recovery codes were renewed',
  'staffHoldChange.secured': 'The member said that something was not them',
  'staffHoldChange.email-changed': 'The email address was changed',
  'staffHoldChange.email-undone': 'A change of the email address was undone: someone else had access',
  'staffHold.shared-destination':
    '{accounts, plural, one {# other account named this destination, and nobody has proven it} other {# other accounts named this destination, and nobody has proven it}}',
  'staffHold.of-another': 'This destination is proven to be another member’s. Nobody can lift this',
  'staffHold.shared-mailbox':
    '{accounts, plural, one {# other account uses the same mailbox} other {# other accounts use the same mailbox}}',
  'staffHold.survey-quality':
    '{surveys, plural, one {The answers of # survey are in doubt} other {The answers of # surveys are in doubt}}',
  'staffHold.unsettled-credits':
    '{points, plural, one {# point of a granted claim that the partner has not confirmed} other {# points of granted claims that the partner has not confirmed}}',
  'staffHold.debt':
    '{points, plural, one {The member owes # point. Nobody can lift this} other {The member owes # points. Nobody can lift this}}',
  'staffHold.cluster': 'A group of accounts that staff are checking',
  'staffHold.phone': '{accounts} accounts, new or paused, with one kind of phone on one network',
  'staffHold.restored':
    'May have been paid after the backup that was restored: compare it with the statement',
  'staffHold.account-unreadable':
    'The account number can’t be read, because its key is lost. Reject it with that reason: the points go back, and the member enters the account again. Nobody can lift this',
  'staffHold.lift': 'Lift',
  'staffHold.liftOf': 'Lift: {reason}',
  'staffHold.liftTitle': 'Lift a hold on the withdrawal of {name}',
  'staffHold.liftText':
    'The payment no longer waits for this. If it is approved and nothing else holds it, it is sent at once. Your reason goes into the audit log.',
  'staffHold.lifted': 'Hold lifted',
  'staffHold.failed': 'Nothing was changed',
  'bulk.held': '{count, plural, one {# is on hold.} other {# are on hold.}}',
  'bulkOutcome.held': 'On hold: open it to see why',
  'paymentOutcome.held': 'On hold: do not pay it',
  'files.held':
    '{count, plural, one {# approved payout is on hold. If it is paid by hand, it is not in the file.} other {# approved payouts are on hold. Those paid by hand are not in the file.}}',
  'waiting.holds': 'Approved payouts on hold',
  'auditAction.withdrawal.hold-lifted': 'Lifted a hold on a withdrawal',
} as const
