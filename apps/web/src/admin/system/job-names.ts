import type { Translate } from '../../i18n/i18n.ts'

/** Every kind of job. */
const JOBS = [
  'send-verification',
  'send-address-taken',
  'send-sign-in-link',
  'send-password-reset',
  'send-new-sign-in',
  'send-password-changed',
  'send-passkey-changed',
  'send-email-change',
  'send-email-change-notice',
  'send-email-changed',
  'send-email-undone',
  'send-account-closing',
  'send-payout-number-added',
  'send-destination-code',
  'send-withdrawal-news',
  'send-account-suspended',
  'send-account-restored',
  'send-pause-news',
  'send-contact-message',
  'send-contact-reply',
  'send-payout',
  'check-payout',
  'process-payout-callback',
  'send-queue-stopped',
  'send-company-changed',
  'send-float-low',
  'query-float',
  'send-proof-decided',
  'send-survey-review',
  'send-claim-decided',
  'push-premium-payment',
  'check-premium-payment',
  'process-premium-callback',
  'send-premium-started',
  'send-premium-ending',
  'remind-premium',
  'settle-referral',
  'expire-surveys',
  'settle-approvals',
  'find-clusters',
  'release-credits',
  'settle-survey-reviews',
  'settle-forgotten-events',
  'seal-books',
  'publish-root',
  'send-root',
  'verify-ledger',
  'reconcile-payouts',
  'sweep-throttle',
  'forget-webhooks',
  'roll-up-figures',
  'erase-members',
  'count-staff-figures',
] as const

/** Every kind of mail. */
const MAILS = [
  'sendVerification',
  'sendAddressTaken',
  'sendSignInLink',
  'sendPasswordReset',
  'sendAccountClosing',
  'sendNewSignIn',
  'sendPasswordChanged',
  'sendPasskeyAdded',
  'sendPasskeyRemoved',
  'sendEmailChange',
  'sendEmailChangeNotice',
  'sendEmailChanged',
  'sendEmailUndone',
  'sendDeletionRequested',
  'sendPayoutNumberAdded',
  'sendWithdrawalPaid',
  'sendWithdrawalRejected',
  'sendProofApproved',
  'sendProofRejected',
  'sendSurveyReview',
  'sendClaimDecided',
  'sendAccountSuspended',
  'sendAccountRestored',
  'sendPayoutsPaused',
  'sendPayoutsResumed',
  'sendAppealAnswered',
  'sendPremiumStarted',
  'sendPremiumEnding',
  'sendQueueStopped',
  'sendCompanyChanged',
  'sendRoot',
  'sendFloatLow',
  'sendContactReply',
  'sendContactMessage',
  'sendTestMail',
] as const

/** Name a job in words. One of an older release keeps its own name. */
export function nameJob(t: Translate, queue: string): string {
  const known = JOBS.find((job) => job === queue)
  return known ? t(`job.${known}`) : queue
}

/** Name a mail in words. One of an older release keeps its own name. */
export function nameMail(t: Translate, kind: string): string {
  const known = MAILS.find((mail) => mail === kind)
  return known ? t(`mail.${known}`) : kind
}
