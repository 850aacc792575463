import { MAIL_QUEUES, type MailQueue } from '@chuma/contract/mails'
import { forgetPrints } from '@chuma/core/account/returning/prints'
import { watchAlarms } from '@chuma/core/admin/alarms'
import { keepFigures } from '@chuma/core/admin/analytics'
import { settleDueApprovals } from '@chuma/core/admin/approvals/decide-approval'
import { keepPoints } from '@chuma/core/books/journal/keep-points'
import { reconcileYesterday } from '@chuma/core/books/reconciliation'
import { publishRoot } from '@chuma/core/books/roots/root'
import { checkBooks, sealAndReport } from '@chuma/core/books/seals/verify-seals'
import { addUpClients } from '@chuma/core/clients/budget'
import type { Deps } from '@chuma/core/deps'
import { mailJobs } from '@chuma/core/mail-jobs'
import { releaseCredits } from '@chuma/core/partners/credits'
import { settleForgottenEvents } from '@chuma/core/partners/events'
import { checkPayout, sendPayout } from '@chuma/core/payouts/attempts/send-payout'
import { watchAutomaticPayout } from '@chuma/core/payouts/automatic/automatic-payout'
import { decideAutomatically } from '@chuma/core/payouts/automatic/decide-automatically'
import { processPayoutCallback } from '@chuma/core/payouts/callbacks'
import { findClusters } from '@chuma/core/payouts/clusters/keep-clusters'
import { queryFloat } from '@chuma/core/payouts/queue/query-float'
import { eraseMembers } from '@chuma/core/personal-data/erase-members'
import { pushPremiumPayment } from '@chuma/core/premium/payments'
import {
  checkPremiumPayment,
  processPremiumCallback,
  remindPremium,
} from '@chuma/core/premium/process-premium-callback'
import { addUpReceivables } from '@chuma/core/receivables/receivables'
import { settleReferral } from '@chuma/core/referral/referral'
import { measureSurveys } from '@chuma/core/surveys/fairness'
import { releaseLapsedPlaces } from '@chuma/core/surveys/quotas/release-lapsed-places'
import { settleDueReviews } from '@chuma/core/surveys/reviews'
import { expireSurveys } from '@chuma/core/surveys/surveys'
import { sendCode } from '@chuma/core/wallet/destinations/codes'
import { countStaffFigures } from '@chuma/db/queries/admin/admin'
import { deleteExpiredBuckets } from '@chuma/db/queries/auth/throttle'
import { forgetCallKeys } from '@chuma/db/queries/call-keys'
import { addUpCounts } from '@chuma/db/queries/counts'
import type { JobName, Jobs } from '@chuma/db/queries/jobs'
import { forgetExpired } from '@chuma/db/queries/retention'
import { countPlaces } from '@chuma/db/queries/surveys/survey-offers'
import { forgetWebhooks } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { FastifyBaseLogger } from 'fastify'

type Context = { deps: Deps; log: FastifyBaseLogger }
type JobHandlers = { [N in JobName]: (data: Jobs[N], context: Context) => Promise<void> }

/** What is also logged as an error when its mail is sent. */
const ALARMS: Partial<Record<MailQueue, string>> = {
  'send-queue-stopped': 'payouts are stopped',
  'send-float-low': 'too little money to pay members',
  'send-automatic-stopped': 'auto-approval is stopped',
}

function handleMail(queue: MailQueue) {
  return (data: Jobs[MailQueue], { deps, log }: Context) => {
    const alarm = ALARMS[queue]
    if (alarm) log.error(data, alarm)
    return mailJobs[queue](deps, data as never)
  }
}
const mailHandlers = Object.fromEntries(MAIL_QUEUES.map((queue) => [queue, handleMail(queue)])) as Pick<
  JobHandlers,
  MailQueue
>

/** The business function of each job. Concurrency and retries of each queue are in `JOB_QUEUES`. */
export const jobHandlers: JobHandlers = {
  ...mailHandlers,
  'send-destination-code': async (data, { deps, log }) => {
    const sent = await sendCode(deps, data)
    // Our balance, our key or our sender: every member's next text fails too.
    if (sent?.problem === 'account') log.error({ ...data, ...sent }, 'texts are refused on our own account')
    else if (sent?.state === 'unknown')
      log.warn({ ...data, ...sent }, 'a text may not have arrived, and is not sent again')
  },
  'decide-payout': (data, { deps }) => decideAutomatically(deps, data),
  'send-payout': (data, { deps }) => sendPayout(deps, data),
  'check-payout': (data, { deps }) => checkPayout(deps, data),
  'process-payout-callback': async (data, { deps, log }) => {
    const said = await processPayoutCallback(deps, data)
    // Either the list of the provider's addresses is out of date, or someone knows our callback address.
    if (said?.outcome === 'foreign-address')
      log.warn({ ...data, ...said }, 'callback from an unknown address')
    if (said?.outcome === 'contradiction') log.error({ ...data, ...said }, 'the provider contradicts itself')
  },
  'query-float': (_, { deps }) => queryFloat(deps),
  'watch-automatic-payout': (_, { deps }) => watchAutomaticPayout(deps),
  'push-premium-payment': (data, { deps }) => pushPremiumPayment(deps, data),
  'check-premium-payment': (data, { deps }) => checkPremiumPayment(deps, data),
  'process-premium-callback': (data, { deps }) => processPremiumCallback(deps, data),
  'remind-premium': (_, { deps }) => remindPremium(deps),
  'settle-referral': (data, { deps }) => settleReferral(deps, data),
  'settle-survey-reviews': async (_, { deps }) => void (await settleDueReviews(deps)),
  'add-up-receivables': (_, { deps }) => addUpReceivables(deps),
  'add-up-clients': (_, { deps }) => addUpClients(deps),
  'release-credits': async (_, { deps }) => void (await releaseCredits(deps)),
  'settle-forgotten-events': async (_, { deps }) => void (await settleForgottenEvents(deps)),
  'expire-surveys': async (_, { deps }) => void (await expireSurveys(deps)),
  'release-places': async (_, { deps }) => void (await releaseLapsedPlaces(deps)),
  'measure-surveys': async (_, { deps }) => void (await measureSurveys(deps)),
  'erase-members': async (_, { deps }) => {
    await forgetPrints(deps)
    await eraseMembers(deps)
  },
  'count-staff-figures': async (_, { deps }) => {
    await deps.db.transaction().execute(addUpCounts)
    await countPlaces(deps.db)
    await countStaffFigures(deps.db)
  },
  'settle-approvals': (_, { deps }) => settleDueApprovals(deps),
  'find-clusters': (_, { deps }) => findClusters(deps),
  'sweep-throttle': async (_, { deps }) => {
    await deleteExpiredBuckets(deps.db)
    await forgetCallKeys(deps.db)
  },
  'watch-alarms': async (_, { deps, log }) => {
    for (const raised of await watchAlarms(deps)) log.error(raised, 'alarm raised')
  },
  'forget-webhooks': async (_, { deps }) => {
    await forgetWebhooks(deps.db)
    await forgetExpired(deps.db)
  },
  'roll-up-figures': async (_, { deps }) => {
    await keepFigures(deps)
    await keepPoints(deps)
  },
  'reconcile-payouts': async (_, { deps, log }) => {
    const differing = await reconcileYesterday(deps)
    const days = differing.map(({ day, openCount }) => ({ day, openCount }))
    if (days.length > 0) log.error({ days }, 'the books of payouts do not agree')
  },
  'seal-books': async (_, { deps, log }) => {
    const findings = await sealAndReport(deps)
    if (findings.length > 0) log.fatal({ findings }, 'the ledger does not add up')
  },
  'publish-root': (_, { deps }) => publishRoot(deps),
  'verify-ledger': async (_, { deps, log }) => {
    const findings = await checkBooks(deps)
    if (findings.length > 0) log.fatal({ findings }, 'the ledger does not add up')
  },
}
