import { eraseMembers, sendAccountClosing } from '@chuma/core/account/deletion'
import { sendAccountRestored, sendAccountSuspended } from '@chuma/core/account/members'
import {
  sendEmailChange,
  sendEmailChanged,
  sendEmailChangeNotice,
  sendPasswordChanged,
} from '@chuma/core/account/own-account'
import { forgetPrints } from '@chuma/core/account/returning/prints'
import { watchAlarms } from '@chuma/core/admin/alarms'
import { keepFigures } from '@chuma/core/admin/analytics'
import { settleDueApprovals } from '@chuma/core/admin/approvals/decide-approval'
import { sendLink, sendVerification } from '@chuma/core/auth/links'
import { sendPasskeyChanged } from '@chuma/core/auth/passkeys/send-passkey-changed'
import { sendEmailUndone } from '@chuma/core/auth/security'
import { sendNewSignIn } from '@chuma/core/auth/send-new-sign-in'
import { sendAddressTaken } from '@chuma/core/auth/sign-up'
import { keepPoints } from '@chuma/core/books/journal/keep-points'
import { reconcileYesterday } from '@chuma/core/books/reconciliation'
import { publishRoot, sendRoot } from '@chuma/core/books/roots/root'
import { checkBooks, sealAndReport } from '@chuma/core/books/seals/verify-seals'
import { sendTaxChanged } from '@chuma/core/books/tax/send-tax-changed'
import { addUpClients } from '@chuma/core/clients/budget'
import { sendClientLink } from '@chuma/core/clients/people/client-links'
import { sendClientComment } from '@chuma/core/clients/surveys/send-client-comment'
import type { Deps } from '@chuma/core/deps'
import { forwardMessage, sendReply } from '@chuma/core/inbox/message-mails'
import { sendClaimDecided } from '@chuma/core/partners/claims'
import { releaseCredits } from '@chuma/core/partners/credits'
import { settleForgottenEvents } from '@chuma/core/partners/events'
import { checkPayout, sendPayout } from '@chuma/core/payouts/attempts/send-payout'
import { watchAutomaticPayout } from '@chuma/core/payouts/automatic/automatic-payout'
import { decideAutomatically } from '@chuma/core/payouts/automatic/decide-automatically'
import { processPayoutCallback } from '@chuma/core/payouts/callbacks'
import { findClusters } from '@chuma/core/payouts/clusters/keep-clusters'
import { sendDebtMoved, sendDebtWrittenOff } from '@chuma/core/payouts/debts'
import { sendPauseNews } from '@chuma/core/payouts/pauses'
import { queryFloat } from '@chuma/core/payouts/queue/query-float'
import { pushPremiumPayment } from '@chuma/core/premium/payments'
import {
  checkPremiumPayment,
  processPremiumCallback,
  remindPremium,
  sendPremiumEnding,
  sendPremiumStarted,
} from '@chuma/core/premium/process-premium-callback'
import { addUpReceivables } from '@chuma/core/receivables/receivables'
import { settleReferral } from '@chuma/core/referral/referral'
import { expireSurveys } from '@chuma/core/surveys/expire-surveys'
import { measureSurveys } from '@chuma/core/surveys/fairness'
import { releaseLapsedPlaces } from '@chuma/core/surveys/quotas/release-lapsed-places'
import { sendReviewNews, settleDueReviews } from '@chuma/core/surveys/reviews'
import { sendProofDecided } from '@chuma/core/tasks/proofs'
import { sendCode } from '@chuma/core/wallet/destinations/codes'
import { sendPayoutNumberAdded, sendWithdrawalNews } from '@chuma/core/wallet/wallet-mails'
import { countStaffFigures } from '@chuma/db/queries/admin/admin'
import { deleteExpiredBuckets } from '@chuma/db/queries/auth/throttle'
import { forgetCallKeys } from '@chuma/db/queries/call-keys'
import type { JobName, Jobs } from '@chuma/db/queries/jobs'
import { forgetExpired } from '@chuma/db/queries/retention'
import { forgetWebhooks } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { FastifyBaseLogger } from 'fastify'

type Context = { deps: Deps; log: FastifyBaseLogger }
type JobHandlers = { [N in JobName]: (data: Jobs[N], context: Context) => Promise<void> }

/** The business function of each job. Concurrency and retries of each queue are in `JOB_QUEUES`. */
export const jobHandlers: JobHandlers = {
  'send-verification': (data, { deps }) => sendVerification(deps, data),
  'send-address-taken': (data, { deps }) => sendAddressTaken(deps, data),
  'send-sign-in-link': (data, { deps }) => sendLink(deps, { ...data, purpose: 'sign-in' }),
  'send-password-reset': (data, { deps }) => sendLink(deps, { ...data, purpose: 'reset-password' }),
  'send-password-changed': (data, { deps }) => sendPasswordChanged(deps, data),
  'send-passkey-changed': (data, { deps }) => sendPasskeyChanged(deps, data),
  'send-email-change': (data, { deps }) => sendEmailChange(deps, data),
  'send-email-change-notice': (data, { deps }) => sendEmailChangeNotice(deps, data),
  'send-email-changed': (data, { deps }) => sendEmailChanged(deps, data),
  'send-email-undone': (data, { deps }) => sendEmailUndone(deps, data),
  'send-new-sign-in': (data, { deps }) => sendNewSignIn(deps, data),
  'send-account-closing': (data, { deps }) => sendAccountClosing(deps, data),
  'send-payout-number-added': (data, { deps }) => sendPayoutNumberAdded(deps, data),
  'send-withdrawal-news': (data, { deps }) => sendWithdrawalNews(deps, data),
  'send-tax-changed': (data, { deps }) => sendTaxChanged(deps, data),
  'send-debt-written-off': (data, { deps }) => sendDebtWrittenOff(deps, data),
  'send-debt-moved': (data, { deps }) => sendDebtMoved(deps, data),
  'send-account-suspended': (data, { deps }) => sendAccountSuspended(deps, data),
  'send-account-restored': (data, { deps }) => sendAccountRestored(deps, data),
  'send-pause-news': (data, { deps }) => sendPauseNews(deps, data),
  'send-destination-code': async (data, { deps, log }) => {
    const sent = await sendCode(deps, data)
    // Our balance, our key or our sender: every member's next text fails too.
    if (sent?.problem === 'account') log.error({ ...data, ...sent }, 'texts are refused on our own account')
    else if (sent?.state === 'unknown')
      log.warn({ ...data, ...sent }, 'a text may not have arrived, and is not sent again')
  },
  'send-contact-message': (data, { deps }) => forwardMessage(deps, data),
  'send-contact-reply': (data, { deps }) => sendReply(deps, data),
  'send-proof-decided': (data, { deps }) => sendProofDecided(deps, data),
  'send-client-link': (data, { deps }) => sendClientLink(deps, data),
  'send-client-comment': (data, { deps }) => sendClientComment(deps, data),
  'send-claim-decided': (data, { deps }) => sendClaimDecided(deps, data),
  'send-survey-review': (data, { deps }) => sendReviewNews(deps, data),
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
  'send-queue-stopped': (data, { deps, log }) => {
    log.error(data, 'payouts are stopped')
    return deps.mail.sendQueueStopped(data)
  },
  'send-company-changed': async ({ at, to, ...change }, { deps }) => {
    const { timeZone } = await deps.economy()
    await deps.mail.sendCompanyChanged({ ...change, ...(to && { to }), at: new Date(at), timeZone })
  },
  'send-float-low': (data, { deps, log }) => {
    log.error(data, 'too little money to pay members')
    return deps.mail.sendFloatLow(data)
  },
  'query-float': (_, { deps }) => queryFloat(deps),
  'watch-automatic-payout': (_, { deps }) => watchAutomaticPayout(deps),
  'send-automatic-stopped': (data, { deps, log }) => {
    log.error(data, 'automatic payouts are stopped')
    return deps.mail.sendAutomaticStopped(data)
  },
  'push-premium-payment': (data, { deps }) => pushPremiumPayment(deps, data),
  'check-premium-payment': (data, { deps }) => checkPremiumPayment(deps, data),
  'process-premium-callback': (data, { deps }) => processPremiumCallback(deps, data),
  'send-premium-started': (data, { deps }) => sendPremiumStarted(deps, data),
  'send-premium-ending': (data, { deps }) => sendPremiumEnding(deps, data),
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
  'count-staff-figures': (_, { deps }) => countStaffFigures(deps.db),
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
  'send-root': (data, { deps }) => sendRoot(deps, data),
  'verify-ledger': async (_, { deps, log }) => {
    const findings = await checkBooks(deps)
    if (findings.length > 0) log.fatal({ findings }, 'the ledger does not add up')
  },
}
