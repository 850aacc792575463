import type { MailJobs, MailQueue } from '@chuma/contract/mails'
import { sendAccountClosing } from './account/deletion.ts'
import { sendAccountRestored, sendAccountSuspended } from './account/members.ts'
import { sendEmailChange } from './account/own-account.ts'
import { sendLink, sendVerification } from './auth/links.ts'
import {
  sendEmailChanged,
  sendEmailChangeNotice,
  sendEmailUndone,
  sendNewSignIn,
  sendPasskeyChanged,
  sendPasswordChanged,
} from './auth/security-mails.ts'
import { sendAddressTaken } from './auth/sign-up.ts'
import { sendRoot } from './books/roots/root.ts'
import { sendClientLink } from './clients/people/client-links.ts'
import { sendClientComment } from './clients/surveys/commissioned-surveys.ts'
import type { Deps } from './deps.ts'
import { forwardMessage, sendReply } from './inbox/messages.ts'
import { sendClaimDecided } from './partners/claims.ts'
import { sendDebtNews } from './payouts/debts.ts'
import { sendPauseNews } from './payouts/pauses.ts'
import { sendPayoutNumberAdded, sendTaxChanged, sendWithdrawalNews } from './payouts/withdrawal-mails.ts'
import { sendPremiumEnding, sendPremiumStarted } from './premium/process-premium-callback.ts'
import { sendReviewNews } from './surveys/reviews.ts'
import { sendProofDecided } from './tasks/proofs.ts'

type MailJob<Q extends MailQueue> = (deps: Deps, data: MailJobs[Q]) => Promise<void>

/** Each queue of mails, with what reads its news as they are now and mails them, or mails nothing once they are outdated. */
export const mailJobs: { readonly [Q in MailQueue]: MailJob<Q> } = {
  'send-verification': sendVerification,
  'send-address-taken': sendAddressTaken,
  'send-sign-in-link': (deps, { email }) => sendLink(deps, { email, purpose: 'sign-in' }),
  'send-password-reset': (deps, { email }) => sendLink(deps, { email, purpose: 'reset-password' }),
  'send-new-sign-in': sendNewSignIn,
  'send-password-changed': sendPasswordChanged,
  'send-passkey-changed': sendPasskeyChanged,
  'send-email-change': sendEmailChange,
  'send-email-change-notice': sendEmailChangeNotice,
  'send-email-changed': sendEmailChanged,
  'send-email-undone': sendEmailUndone,
  'send-account-closing': sendAccountClosing,
  'send-account-suspended': sendAccountSuspended,
  'send-account-restored': sendAccountRestored,
  'send-payout-number-added': sendPayoutNumberAdded,
  'send-withdrawal-news': sendWithdrawalNews,
  'send-tax-changed': sendTaxChanged,
  'send-debt-written-off': (deps, job) => sendDebtNews(deps, 'sendDebtWrittenOff', job),
  'send-debt-moved': (deps, job) => sendDebtNews(deps, 'sendDebtMoved', job),
  'send-pause-news': sendPauseNews,
  'send-proof-decided': sendProofDecided,
  'send-claim-decided': sendClaimDecided,
  'send-survey-review': sendReviewNews,
  'send-premium-started': sendPremiumStarted,
  'send-premium-ending': sendPremiumEnding,
  'send-client-link': sendClientLink,
  'send-client-comment': sendClientComment,
  'send-contact-message': forwardMessage,
  'send-contact-reply': sendReply,
  'send-root': sendRoot,
  'send-queue-stopped': ({ mail }, news) => mail('sendQueueStopped', news),
  'send-automatic-stopped': ({ mail }, news) => mail('sendAutomaticStopped', news),
  'send-float-low': ({ mail }, news) => mail('sendFloatLow', news),
  'send-company-changed': async ({ economy, mail }, { at, to, ...change }) => {
    const { timeZone } = await economy()
    await mail('sendCompanyChanged', { ...change, ...(to && { to }), at: new Date(at), timeZone })
  },
}
