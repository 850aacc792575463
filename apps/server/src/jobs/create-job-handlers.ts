import { eraseMembers } from '@chuma/core/account/deletion/erase-members'
import { sendAccountClosing } from '@chuma/core/account/deletion/send-account-closing'
import { sendAccountRestored, sendAccountSuspended } from '@chuma/core/account/members/send-standing-news'
import { sendEmailChange } from '@chuma/core/account/send-email-change'
import { sendEmailChangeNotice } from '@chuma/core/account/send-email-change-notice'
import { sendEmailChanged } from '@chuma/core/account/send-email-changed'
import { sendPasswordChanged } from '@chuma/core/account/send-password-changed'
import { keepFigures } from '@chuma/core/admin/analytics/keep-figures'
import { sendLink } from '@chuma/core/auth/links/send-link'
import { sendVerification } from '@chuma/core/auth/links/send-verification'
import { sendNewSignIn } from '@chuma/core/auth/send-new-sign-in'
import { sendAddressTaken } from '@chuma/core/auth/sign-up/send-address-taken'
import { reconcileYesterday } from '@chuma/core/books/reconcile-day'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import type { Deps } from '@chuma/core/deps'
import { forwardMessage } from '@chuma/core/inbox/forward-message'
import { sendReply } from '@chuma/core/inbox/send-reply'
import { sendClaimDecided } from '@chuma/core/partners/claims/send-claim-decided'
import { releaseCredits } from '@chuma/core/partners/release-credits'
import { settleForgottenEvents } from '@chuma/core/partners/settle-forgotten-events'
import { checkPayout } from '@chuma/core/payouts/attempts/check-payout'
import { processPayoutCallback } from '@chuma/core/payouts/attempts/process-payout-callback'
import { sendPayout } from '@chuma/core/payouts/attempts/send-payout'
import { sendPauseNews } from '@chuma/core/payouts/pauses/send-pause-news'
import { queryFloat } from '@chuma/core/payouts/queue/query-float'
import { checkPremiumPayment } from '@chuma/core/premium/check-premium-payment'
import { processPremiumCallback } from '@chuma/core/premium/process-premium-callback'
import { pushPremiumPayment } from '@chuma/core/premium/push-payment'
import { remindPremium, sendPremiumEnding, sendPremiumStarted } from '@chuma/core/premium/remind-premium'
import { settleReferral } from '@chuma/core/referral/settle-referral'
import { expireSurveys } from '@chuma/core/surveys/expire-surveys'
import { sendProofDecided } from '@chuma/core/tasks/proofs/send-proof-decided'
import { sendPayoutNumberAdded } from '@chuma/core/wallet/send-payout-number-added'
import { sendWithdrawalNews } from '@chuma/core/wallet/send-withdrawal-news'
import { forgetOldWebhooks } from '@chuma/core/webhooks/forget-old-webhooks'
import type { JobHandlers } from '@chuma/db/job-runner'
import { countStaffFigures } from '@chuma/db/queries/admin/admin'
import { deleteExpiredBuckets } from '@chuma/db/queries/auth/throttle'
import { forgetCallKeys } from '@chuma/db/queries/call-keys'
import type { FastifyBaseLogger } from 'fastify'

/** Which business function does which job. */
export function createJobHandlers(deps: Deps, log: FastifyBaseLogger): JobHandlers {
  return {
    'send-verification': (data) => sendVerification(deps, data),
    'send-address-taken': (data) => sendAddressTaken(deps, data),
    'send-sign-in-link': (data) => sendLink(deps, { ...data, purpose: 'sign-in' }),
    'send-password-reset': (data) => sendLink(deps, { ...data, purpose: 'reset-password' }),
    'send-password-changed': (data) => sendPasswordChanged(deps, data),
    'send-email-change': (data) => sendEmailChange(deps, data),
    'send-email-change-notice': (data) => sendEmailChangeNotice(deps, data),
    'send-email-changed': (data) => sendEmailChanged(deps, data),
    'send-new-sign-in': (data) => sendNewSignIn(deps, data),
    'send-account-closing': (data) => sendAccountClosing(deps, data),
    'send-payout-number-added': (data) => sendPayoutNumberAdded(deps, data),
    'send-withdrawal-news': (data) => sendWithdrawalNews(deps, data),
    'send-account-suspended': (data) => sendAccountSuspended(deps, data),
    'send-account-restored': (data) => sendAccountRestored(deps, data),
    'send-pause-news': (data) => sendPauseNews(deps, data),
    'send-contact-message': (data) => forwardMessage(deps, data),
    'send-contact-reply': (data) => sendReply(deps, data),
    'send-proof-decided': (data) => sendProofDecided(deps, data),
    'send-claim-decided': (data) => sendClaimDecided(deps, data),
    'send-payout': (data) => sendPayout(deps, data),
    'check-payout': (data) => checkPayout(deps, data),
    'process-payout-callback': async (data) => {
      const said = await processPayoutCallback(deps, data)
      // Either the list of the provider's addresses is out of date, or somebody knows an address of ours.
      if (said?.outcome === 'foreign-address')
        log.warn({ ...data, ...said }, 'call-back from a foreign address')
      if (said?.outcome === 'contradiction')
        log.error({ ...data, ...said }, 'the provider contradicts itself')
    },
    'send-queue-stopped': (data) => {
      log.error(data, 'payouts are stopped')
      return deps.mail.sendQueueStopped(data)
    },
    'send-float-low': (data) => {
      log.error(data, 'too little money to pay members')
      return deps.mail.sendFloatLow(data)
    },
    'query-float': () => queryFloat(deps),
    'push-premium-payment': (data) => pushPremiumPayment(deps, data),
    'check-premium-payment': (data) => checkPremiumPayment(deps, data),
    'process-premium-callback': (data) => processPremiumCallback(deps, data),
    'send-premium-started': (data) => sendPremiumStarted(deps, data),
    'send-premium-ending': (data) => sendPremiumEnding(deps, data),
    'remind-premium': () => remindPremium(deps),
    'settle-referral': (data) => settleReferral(deps, data),
    'release-credits': async () => void (await releaseCredits(deps)),
    'settle-forgotten-events': async () => void (await settleForgottenEvents(deps)),
    'expire-surveys': async () => void (await expireSurveys(deps)),
    'erase-members': () => eraseMembers(deps),
    'count-staff-figures': () => countStaffFigures(deps.db),
    'sweep-throttle': async () => {
      await deleteExpiredBuckets(deps.db)
      await forgetCallKeys(deps.db)
    },
    'forget-webhooks': () => forgetOldWebhooks(deps),
    'roll-up-figures': () => keepFigures(deps),
    'reconcile-payouts': async () => {
      const differing = await reconcileYesterday(deps)
      const days = differing.map(({ day, openCount }) => ({ day, openCount }))
      if (days.length > 0) log.error({ days }, 'the books of payouts do not agree')
    },
    'verify-ledger': async () => {
      const report = await verifyLedger(deps)
      if (!report.ok) log.fatal({ findings: report.findings }, 'the ledger does not add up')
    },
  }
}
