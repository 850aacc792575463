/** For members: payouts that are held back, and appeals. */
export const pauses = {
  'pause.title': 'Your payouts are paused',
  'pause.since': 'Since {when}',
  'pause.reason': 'The reason: {reason}',
  'pause.still': 'Your points stay yours, and you go on earning as before. Payouts that were approved wait.',
  'pause.read': 'Read more and appeal',
  'pause.yourAppeal': 'Your appeal',
  'pause.ourAnswer': 'Our answer',
  'pause.waiting': 'We have your appeal. A person reads it, and the answer comes here and by email.',

  'appeal.title': 'Do you disagree?',
  'appeal.label': 'What should we know?',
  'appeal.hint':
    'You can write once about this pause, so tell us everything that matters. {count} of {max} characters.',
  'appeal.tooShort': 'Tell us in at least {min} characters.',
  'appeal.send': 'Send my appeal',
  'appeal.sentTitle': 'Appeal sent',
  'appeal.sent': 'We will read it and answer here and by email.',
  'appeal.failedTitle': 'Appeal not sent',
  'appeal.offline': 'We could not reach the server. What you wrote is still here: please try again.',

  'reviewReason.new-number': 'The first payout to this M-Pesa number',
  'reviewReason.new-bank-account': 'The first payout to this bank account',
  'reviewReason.new-paypal': 'The first payout to this PayPal account',
  'reviewReason.recently-changed-destination': 'Payout details changed in the last three days',
  'reviewReason.many-accounts-on-device': 'Several accounts are used on the same device',
  'reviewReason.many-requests': 'Several withdrawals within one day',
  'reviewReason.unusually-large': 'Much more than usual',
  'reviewReason.name-differs': 'The last payment arrived at an account in another name',
  'reviewReason.recent-reversal': 'A partner took points back in the last month',
} as const
