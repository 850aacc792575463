/** ICU messages. Values are plain text here; whatever writes HTML escapes the finished sentence. */
export const en = {
  greeting: 'Hello {firstName},',
  greetingNameless: 'Hello,',
  linkFallback: 'If the button does not work, copy this address into your browser:',
  footer: 'Sent by {productName}. Questions? Write to {supportEmail}.',

  'verification.subject': 'Confirm your email address for {productName}',
  'verification.why': 'Please confirm that this is your email address. You are signed in as soon as you do.',
  'verification.action': 'Confirm my email address',
  'verification.expiry':
    'The link works once, for {expiresInMinutes, plural, one {# minute} other {# minutes}}. A newer one replaces it.',
  'verification.notYou':
    'Did you not sign up? Then ignore this email: without the link, nobody can use the account.',

  'addressTaken.subject': 'You already have an account with {productName}',
  'addressTaken.why': 'Somebody tried to sign up with this email address, which already has an account.',
  'addressTaken.you':
    'If it was you, sign in instead. If your address was never confirmed, the sign-in page can send you a new link.',
  'addressTaken.action': 'Go to the sign-in page',
  'addressTaken.notYou': 'If it was not you, there is nothing to do: nothing about your account has changed.',

  'withdrawalPaid.subject': 'We have sent you {amount}',
  'withdrawalPaid.what':
    'Your withdrawal of {points, plural, one {# point} other {# points}} has been paid: {amount} is on its way to you.',
  'withdrawalPaid.receipt': 'Payment reference: {receipt}',
  'withdrawalPaid.action': 'See my withdrawals',

  'withdrawalRejected.subject': 'Your withdrawal of {amount} was not approved',
  'withdrawalRejected.what':
    'We could not approve your withdrawal of {amount}. {points, plural, one {The point is} other {All # points are}} back in your balance.',
  'withdrawalRejected.reason': 'The reason: {reason}',
  'withdrawalRejected.action': 'See my withdrawals',
} as const
