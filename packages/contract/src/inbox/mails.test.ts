import { expect, test } from 'vitest'
import { findOutdated, MAIL_QUEUES, SECURITY_MAILS } from '../mails.ts'

/** What a database can hold from the first release on. Add to it, and take nothing away: an update would leave mails behind. */
const STORED_QUEUES = [
  'send-account-closing',
  'send-account-restored',
  'send-account-suspended',
  'send-address-taken',
  'send-automatic-stopped',
  'send-claim-decided',
  'send-client-comment',
  'send-client-link',
  'send-company-changed',
  'send-contact-message',
  'send-contact-reply',
  'send-debt-moved',
  'send-debt-written-off',
  'send-email-change',
  'send-email-change-notice',
  'send-email-changed',
  'send-email-undone',
  'send-float-low',
  'send-new-sign-in',
  'send-passkey-changed',
  'send-password-changed',
  'send-password-reset',
  'send-pause-news',
  'send-payout-number-added',
  'send-premium-ending',
  'send-premium-started',
  'send-proof-decided',
  'send-queue-stopped',
  'send-root',
  'send-sign-in-link',
  'send-survey-review',
  'send-tax-changed',
  'send-verification',
  'send-withdrawal-news',
]

test('an update still works on every queue that may hold mails', () => {
  expect(MAIL_QUEUES.toSorted()).toEqual(STORED_QUEUES)
})

test('in doubt exactly those mails are sent again by which someone keeps their account', () => {
  expect([...SECURITY_MAILS].toSorted()).toEqual([
    'sendEmailChange',
    'sendEmailChangeNotice',
    'sendEmailChanged',
    'sendEmailUndone',
    'sendNewSignIn',
    'sendPasskeyAdded',
    'sendPasskeyRemoved',
    'sendPasswordChanged',
    'sendPasswordReset',
    'sendPayoutNumberAdded',
  ])
})

test('a queue whose mail carries a link or an alarm is not sent again, and others are', () => {
  expect(findOutdated('send-sign-in-link')).toBe('link')
  expect(findOutdated('send-withdrawal-news')).toBeUndefined()
  expect(findOutdated('send-payout')).toBeUndefined()
})
