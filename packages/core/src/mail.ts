import type { Language } from '@chuma/contract/languages'
import type { CorrectionKind } from '@chuma/contract/payouts/destinations'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'

/** `language`: for an address without an account. Otherwise the account's language is used. */
type Recipient = { to: string; firstName: string; language?: Language | null }
type Link = { token: string; expiresInMinutes: number }
/** `token` becomes part of the link "This wasn't me", `/not-me#…`, which works once, for a week. */
type Security = Recipient & { token: string }
type WithdrawalNews = Recipient & { amountKes: number; points: number }
/** `title`: the task's or the click's. */
type TitledNews = Recipient & { title: string }
/** `held`: kept for longer. */
type SurveyNews = 'held' | 'paid' | 'rejected' | 'paid-on-appeal' | 'rejected-on-appeal'
type DeletionRequest = Recipient & {
  deletionDueAt: Date
  timeZone: string
  /** Available now, and forfeited on that day. */
  points: number
  /** Held for withdrawals that will still be paid. */
  heldPoints: number
}
type PremiumNews = { premiumUntil: Date; timeZone: string }
type ContactMessage = {
  name: string
  email: string
  subject: string
  message: string
  /** The signed-in account's address, which the sender cannot choose. */
  accountEmail: string | null
}

/**
 * All mails that Chuma sends. Only jobs send them, one each: a job that has made a call here runs again only if the call
 * threw, so nothing important comes after it.
 */
export type Mail = {
  /** `token` becomes part of the link `/?token=…`, which works once. */
  sendVerification: (mail: Recipient & Link) => Promise<void>
  /** Someone, perhaps the owner, tried to sign up with an address that has an account. */
  sendAddressTaken: (mail: Recipient) => Promise<void>
  sendSignInLink: (mail: Recipient & Link) => Promise<void>
  sendPasswordReset: (mail: Recipient & Link) => Promise<void>
  /** Instead of either, if the account is going to be deleted. */
  sendAccountClosing: (mail: Recipient & { deletionDueAt: Date; timeZone: string }) => Promise<void>
  /** A log-in with a browser that is new to the account. */
  sendNewSignIn: (mail: Security & { device: string; at: Date }) => Promise<void>
  /** `passkeysLeft` still open the account. */
  sendPasswordChanged: (mail: Security & { passkeysRemoved: number; passkeysLeft: number }) => Promise<void>
  /** `name`: as the member called it. */
  sendPasskeyAdded: (mail: Security & { name: string }) => Promise<void>
  sendPasskeyRemoved: (mail: Security & { name: string }) => Promise<void>
  /** To the new address, which does not belong to the account yet. */
  sendEmailChange: (mail: Recipient & Link) => Promise<void>
  /** `newEmail` is masked: the old mailbox may have another reader than the account's owner. */
  sendEmailChangeNotice: (mail: Security & { newEmail: string }) => Promise<void>
  /** Without a token the move cannot be undone: nobody had proved the address. */
  sendEmailChanged: (mail: Recipient & { newEmail: string; token: string | null }) => Promise<void>
  /** To the address that the account left again. */
  sendEmailUndone: (mail: Recipient) => Promise<void>
  /** The member asked for deletion: what happens, and until when they can keep the account. */
  sendDeletionRequested: (mail: DeletionRequest) => Promise<void>
  /** A withdrawal to a number or account that is new to the member; `destination` is masked. `isHeld`: it is on hold by now. */
  sendPayoutNumberAdded: (
    mail: WithdrawalNews & Security & { method: WithdrawalMethod; destination: string; isHeld: boolean },
  ) => Promise<void>
  /** `taxKes`: withheld from the amount; 0: none. */
  sendWithdrawalPaid: (mail: WithdrawalNews & { taxKes: number; receipt: string }) => Promise<void>
  sendWithdrawalRejected: (mail: WithdrawalNews & { reason: string }) => Promise<void>
  /** `points`: what the member got back, or (negative) what was taken; 0 if nothing moved. `note`: empty, or what happened. */
  sendPayoutCorrected: (mail: WithdrawalNews & { kind: CorrectionKind; note: string }) => Promise<void>
  sendTaxChanged: (
    mail: Recipient & { amountKes: number; announcedKes: number; taxKes: number },
  ) => Promise<void>
  sendDebtWrittenOff: (mail: Recipient & { points: number }) => Promise<void>
  /** An account of the same person was deleted in debt; this one owes it now. */
  sendDebtMoved: (mail: Recipient & { points: number }) => Promise<void>
  sendProofApproved: (mail: TitledNews & { points: number }) => Promise<void>
  sendProofRejected: (mail: TitledNews & { reason: string }) => Promise<void>
  /** What became of a survey's reward that was checked; `reason` is empty when it was simply paid. */
  sendSurveyReview: (
    mail: TitledNews & { points: number; news: SurveyNews; reason: string; until: Date; timeZone: string },
  ) => Promise<void>
  sendClaimDecided: (
    mail: TitledNews & { isCredited: boolean; points: number; reason: string },
  ) => Promise<void>
  /** A link that signs someone of an organisation in. */
  sendClientLink: (
    mail: Recipient & { organisation: string; path: string; mostUses: number; days: number },
  ) => Promise<void>
  /** Someone of an organisation wrote about a survey, or our team did (no author). `path`: of the page with the thread. */
  sendClientComment: (
    mail: TitledNews & { author: string | null; text: string; path: string },
  ) => Promise<void>
  /** Staff suspended the account, for this reason. */
  sendAccountSuspended: (mail: Recipient & { reason: string }) => Promise<void>
  sendAccountRestored: (mail: Recipient) => Promise<void>
  /** Staff paused the member's payouts, or ended the pause, for this reason. */
  sendPayoutsPaused: (mail: Recipient & { reason: string }) => Promise<void>
  sendPayoutsResumed: (mail: Recipient & { reason: string }) => Promise<void>
  /** The answer to an appeal that keeps the pause. */
  sendAppealAnswered: (mail: Recipient & { answer: string }) => Promise<void>
  sendPremiumStarted: (mail: Recipient & PremiumNews) => Promise<void>
  /** Premium ends soon unless the member pays again. */
  sendPremiumEnding: (mail: Recipient & PremiumNews & { kesPerMonth: number }) => Promise<void>
  /** An owner tries the mail server during the set-up. */
  sendTestMail: (mail: { to: string; language?: Language | null }) => Promise<void>
  /** The rule approves nothing until two people release it: to owners and finance; without `to`, to our support address. */
  sendAutomaticStopped: (mail: {
    to?: string
    cause: string
    reason: string
    trippedBy: string
  }) => Promise<void>
  /** No payouts until staff resume them: to an owner; without `to`, to our support address. */
  sendQueueStopped: (mail: {
    to?: string
    provider: string
    reason: string
    /** The provider's answer; null if a person stopped the queue. */
    code: string | null
    stoppedBy: string
  }) => Promise<void>
  /**
   * A change that only owners may make, to an owner; without `to`, to our support address. `address` is null for one made on the
   * server itself.
   */
  sendCompanyChanged: (mail: {
    to?: string
    action: string
    actor: string
    subject: string
    address: string | null
    at: Date
    timeZone: string
  }) => Promise<void>
  /** To our support address: the day's root of the books, as JSON, to be kept where nobody can change it. */
  sendRoot: (mail: { day: string; root: string }) => Promise<void>
  /** To our support address: the money left for payouts. */
  sendFloatLow: (mail: { provider: string; amountKes: number }) => Promise<void>
  /** The staff's answer to a message, which is quoted below. */
  sendContactReply: (mail: {
    to: string
    subject: string
    text: string
    quoted: string
    writtenAt: Date
  }) => Promise<void>
  /** To our support address, with the sender's address in Reply-To. */
  sendContactMessage: (mail: ContactMessage) => Promise<void>
}
