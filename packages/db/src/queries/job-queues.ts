import type { JobName } from './jobs.ts'

type QueueOptions = {
  /** How many jobs of the queue one process works on at once. */
  concurrency: number
  retryLimit: number
  retryDelay: number
  retryBackoff: boolean
  /** The longest delay, in seconds. */
  retryDelayMax?: number
  expireInSeconds: number
}
const retried = { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 }
/** A mail server may be down over a weekend: again after seconds at first, then every hour, for three days. */
const mail: QueueOptions = { concurrency: 2, ...retried, retryLimit: 82, retryDelay: 10, retryDelayMax: 3600 }
/** A provider may take half a minute to answer, and other members wait meanwhile. */
const payment: QueueOptions = { concurrency: 4, ...retried }
/** One run does all there is to do. */
const house: QueueOptions = { concurrency: 1, ...retried }

export const JOB_QUEUES: Record<JobName, QueueOptions> = {
  'send-verification': mail,
  'send-address-taken': mail,
  'send-sign-in-link': mail,
  'send-password-reset': mail,
  'send-new-sign-in': mail,
  'send-password-changed': mail,
  'send-passkey-changed': mail,
  'send-email-change': mail,
  'send-email-change-notice': mail,
  'send-email-changed': mail,
  'send-email-undone': mail,
  'send-account-closing': mail,
  'send-payout-number-added': mail,
  'send-withdrawal-news': mail,
  'send-tax-changed': mail,
  'send-debt-written-off': mail,
  'send-debt-moved': mail,
  'send-account-suspended': mail,
  'send-account-restored': mail,
  'send-pause-news': mail,
  // People wait for it with the page open.
  'send-destination-code': { ...payment, retryLimit: 6 },
  'send-contact-message': mail,
  'send-contact-reply': mail,
  'decide-payout': payment,
  'send-payout': payment,
  'check-payout': payment,
  'process-payout-callback': payment,
  'send-queue-stopped': mail,
  'send-automatic-stopped': mail,
  'send-company-changed': mail,
  'send-root': mail,
  'send-float-low': mail,
  // The next run asks again.
  'query-float': { ...house, retryLimit: 0 },
  'watch-automatic-payout': { ...house, retryLimit: 0 },
  'send-proof-decided': mail,
  'send-claim-decided': mail,
  'send-client-link': mail,
  'send-client-comment': mail,
  'send-survey-review': mail,
  'push-premium-payment': payment,
  'check-premium-payment': payment,
  'process-premium-callback': payment,
  'send-premium-started': mail,
  'send-premium-ending': mail,
  'remind-premium': { ...house, retryLimit: 1 },
  'settle-referral': payment,
  'expire-surveys': house,
  'release-places': house,
  // The next run measures what this one did not.
  'measure-surveys': { ...house, retryLimit: 0 },
  'release-credits': house,
  'add-up-receivables': house,
  'add-up-clients': house,
  'settle-survey-reviews': house,
  'settle-forgotten-events': house,
  // The next run seals what this one did not.
  'seal-books': { ...house, retryLimit: 0, expireInSeconds: 600 },
  'publish-root': { ...house, expireInSeconds: 3600 },
  'verify-ledger': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  'reconcile-payouts': { ...house, expireInSeconds: 3600 },
  'sweep-throttle': { ...house, retryLimit: 1 },
  'watch-alarms': house,
  'forget-webhooks': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  // The next run continues where this one stopped.
  'roll-up-figures': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  'erase-members': { ...house, retryLimit: 1, expireInSeconds: 3600 },
  // The next run counts again.
  'count-staff-figures': { ...house, retryLimit: 0, expireInSeconds: 600 },
  'settle-approvals': { ...house, retryLimit: 0, expireInSeconds: 600 },
  'find-clusters': { ...house, retryLimit: 0, expireInSeconds: 600 },
}

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOB_QUEUES, name)
}
