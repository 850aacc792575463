import type { Language } from '@chuma/contract/languages'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'

/** `language`: where the address does not lead to the account. Otherwise it is asked for. */
type Recipient = { to: string; firstName: string; language?: Language | null }
type Link = { token: string; expiresInMinutes: number }
type WithdrawalNews = Recipient & { amountKes: number; points: number }
/** `title` is the task's, or the click's. */
type TitledNews = Recipient & { title: string }
type DeletionRequest = Recipient & {
  deletionDueAt: Date
  timeZone: string
  /** Available now, and lost on that day. */
  points: number
  /** Held for withdrawals that are still going to be paid. */
  heldPoints: number
}
type PremiumNews = { premiumUntil: Date; timeZone: string }
type ContactMessage = {
  name: string
  email: string
  subject: string
  message: string
  /** Of the account that was signed in, which the sender cannot choose. */
  accountEmail: string | null
}

/**
 * The mails that the business sends. Only jobs do, each of them one: a job that has made a call here is not run again
 * unless the call threw, so nothing that matters comes after it.
 */
export type Mail = {
  /** `token` goes into the link `/?token=…`, which works once. */
  sendVerification: (mail: Recipient & Link) => Promise<void>
  /** Somebody, perhaps the owner himself, tried to sign up with an address that has an account. */
  sendAddressTaken: (mail: Recipient) => Promise<void>
  sendSignInLink: (mail: Recipient & Link) => Promise<void>
  sendPasswordReset: (mail: Recipient & Link) => Promise<void>
  /** Instead of either, to somebody who has asked to be deleted. */
  sendAccountClosing: (mail: Recipient & { deletionDueAt: Date; timeZone: string }) => Promise<void>
  /** A log-in with a browser that the account did not know. */
  sendNewSignIn: (mail: Recipient & { device: string; at: Date }) => Promise<void>
  sendPasswordChanged: (mail: Recipient) => Promise<void>
  /** To the new address, which is not the account's yet. */
  sendEmailChange: (mail: Recipient & Link) => Promise<void>
  /** `newEmail` is masked: whoever reads the old mailbox need not be who owns the account. */
  sendEmailChangeNotice: (mail: Recipient & { newEmail: string }) => Promise<void>
  sendEmailChanged: (mail: Recipient & { newEmail: string }) => Promise<void>
  /** The member asked to be deleted: what happens, and until when he can keep the account. */
  sendDeletionRequested: (mail: DeletionRequest) => Promise<void>
  /** Money was asked for to a number or an account that the member never used; `destination` is masked. */
  sendPayoutNumberAdded: (
    mail: WithdrawalNews & { method: WithdrawalMethod; destination: string },
  ) => Promise<void>
  /** `taxKes` was withheld from the amount; 0: none. */
  sendWithdrawalPaid: (mail: WithdrawalNews & { taxKes: number; receipt: string }) => Promise<void>
  sendWithdrawalRejected: (mail: WithdrawalNews & { reason: string }) => Promise<void>
  sendProofApproved: (mail: TitledNews & { points: number }) => Promise<void>
  sendProofRejected: (mail: TitledNews & { reason: string }) => Promise<void>
  sendClaimDecided: (
    mail: TitledNews & { isCredited: boolean; points: number; reason: string },
  ) => Promise<void>
  /** Staff closed the account to its member; the reason is theirs. */
  sendAccountSuspended: (mail: Recipient & { reason: string }) => Promise<void>
  sendAccountRestored: (mail: Recipient) => Promise<void>
  /** Staff hold his payouts back; the reason is theirs, as is the one with which they let them go. */
  sendPayoutsPaused: (mail: Recipient & { reason: string }) => Promise<void>
  sendPayoutsResumed: (mail: Recipient & { reason: string }) => Promise<void>
  /** His payouts stay paused. */
  sendAppealAnswered: (mail: Recipient & { answer: string }) => Promise<void>
  sendPremiumStarted: (mail: Recipient & PremiumNews) => Promise<void>
  /** It ends soon, unless he goes on. */
  sendPremiumEnding: (mail: Recipient & PremiumNews & { kesPerMonth: number }) => Promise<void>
  /** To our own support address: nothing is paid out any more until staff let it go on. */
  sendQueueStopped: (mail: {
    provider: string
    reason: string
    /** What the provider answered; null when a person stopped it. */
    code: string | null
    stoppedBy: string
  }) => Promise<void>
  /** To our own support address: what there is to pay members with. */
  sendFloatLow: (mail: { provider: string; amountKes: number }) => Promise<void>
  /** What staff answered to somebody who wrote to us, his own words below it. */
  sendContactReply: (mail: {
    to: string
    subject: string
    text: string
    quoted: string
    writtenAt: Date
  }) => Promise<void>
  /** Goes to our own support address, with the sender's as the one to answer to. */
  sendContactMessage: (mail: ContactMessage) => Promise<void>
}
