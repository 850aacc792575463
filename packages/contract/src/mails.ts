import * as z from 'zod'
import { COMPANY_CHANGES } from './admin/company-changes.ts'
import { CORRECTION_KINDS } from './payouts/destinations.ts'
import { LANGUAGES } from './platform.ts'
import { qualityFlag } from './surveys/surveys.ts'
import { WITHDRAWAL_METHODS } from './wallet/wallet.ts'

type Mail = {
  /**
   * Who gets it. `owner`: an owner or another member of staff, and our support address where none has a mailbox. `address`: one
   * that somebody typed, perhaps of a stranger.
   */
  to: 'member' | 'client' | 'owner' | 'support' | 'address'
  /** The queue whose jobs send it, or send another mail in its place. Stored with each job. Null: it is sent at once. */
  queue: string | null
  /** What the job carries: ids and addresses, never a secret. A mailed token is made by the job. Left out: the parameters. */
  job?: z.ZodObject
  /** Somebody notices by it that another person is in their account, or gets back into it: in doubt it is sent again. */
  isSecurity?: true
  /** Why staff cannot send it again: its link may reach someone who lost the account, or its news are outdated. */
  outdated?: 'link' | 'news'
  params: z.ZodObject
}

/** `language`: for an address without an account. Otherwise the account's language is used. */
const language = z.enum(LANGUAGES).nullish()
const reader = { to: z.string(), firstName: z.string(), language }
/** The token becomes part of the link `/?token=…`, which works once. */
const link = z.object({ ...reader, token: z.string(), expiresInMinutes: z.int() })
/** The token becomes part of the link "This wasn't me", `/not-me#…`, which works once, for a week. */
const warning = { ...reader, token: z.string() }
const withdrawal = { ...reader, amountKes: z.number(), points: z.int() }
/** `title`: the task's, the survey's or the click's. */
const titled = { ...reader, title: z.string() }
const reasoned = z.object({ ...reader, reason: z.string() })
const premium = { ...reader, premiumUntil: z.date(), timeZone: z.string() }
/** What jobs carry: the address of the moment something happened. Someone who takes over the account must not get the warning. */
const moment = { memberId: z.string(), email: z.string() }
/** `since`: when it happened, for the link "This wasn't me". Jobs of earlier versions have none. */
const event = { ...moment, since: z.string().optional() }
const addressed = z.object({ email: z.string() })
const withdrawalRef = { memberId: z.string(), withdrawalId: z.string() }
const passkeyChange = z.object({ ...event, change: z.enum(['added', 'removed']), name: z.string() })
const pauseNews = z.object({
  ...moment,
  pauseId: z.string(),
  news: z.enum(['paused', 'lifted', 'answered']),
})

/** An owner's address; without it our support address. */
const office = { to: z.string().optional() }

/**
 * Every mail. A row's name is stored with each mail that was sent, and is never reused. Its words are in packages/mail; its
 * names on the page System are messages of the web.
 */
export const MAILS = {
  sendVerification: {
    to: 'member',
    queue: 'send-verification',
    job: z.object({ email: z.string(), isSpaced: z.boolean().optional() }),
    outdated: 'link',
    params: link,
  },
  /** Someone, perhaps the owner, tried to sign up with an address that has an account. */
  sendAddressTaken: { to: 'member', queue: 'send-address-taken', job: addressed, params: z.object(reader) },
  sendSignInLink: {
    to: 'member',
    queue: 'send-sign-in-link',
    job: addressed,
    outdated: 'link',
    params: link,
  },
  sendPasswordReset: {
    to: 'member',
    queue: 'send-password-reset',
    job: addressed,
    isSecurity: true,
    outdated: 'link',
    params: link,
  },
  /** Instead of either, if the account is going to be deleted. */
  sendAccountClosing: {
    to: 'member',
    queue: 'send-sign-in-link',
    job: addressed,
    params: z.object({ ...reader, deletionDueAt: z.date(), timeZone: z.string() }),
  },
  /** A log-in with a browser that is new to the account. */
  sendNewSignIn: {
    to: 'member',
    queue: 'send-new-sign-in',
    job: z.object({ ...moment, device: z.string(), at: z.string() }),
    isSecurity: true,
    params: z.object({ ...warning, device: z.string(), at: z.date() }),
  },
  /** `passkeysLeft` still open the account. */
  sendPasswordChanged: {
    to: 'member',
    queue: 'send-password-changed',
    job: z.object({
      ...event,
      passkeysRemoved: z.int().optional(),
      passkeysLeft: z.int().optional(),
    }),
    isSecurity: true,
    params: z.object({ ...warning, passkeysRemoved: z.int(), passkeysLeft: z.int() }),
  },
  /** `name`: as the member called it. */
  sendPasskeyAdded: {
    to: 'member',
    queue: 'send-passkey-changed',
    job: passkeyChange,
    isSecurity: true,
    params: z.object({ ...warning, name: z.string() }),
  },
  sendPasskeyRemoved: {
    to: 'member',
    queue: 'send-passkey-changed',
    job: passkeyChange,
    isSecurity: true,
    params: z.object({ ...warning, name: z.string() }),
  },
  /** To the new address, which does not belong to the account yet. */
  sendEmailChange: {
    to: 'address',
    queue: 'send-email-change',
    job: z.object({ memberId: z.string(), newEmail: z.string() }),
    isSecurity: true,
    outdated: 'link',
    params: link,
  },
  /** `newEmail` is masked: the old mailbox may have another reader than the account's owner. */
  sendEmailChangeNotice: {
    to: 'member',
    queue: 'send-email-change-notice',
    job: z.object({ ...event, newEmail: z.string() }),
    isSecurity: true,
    params: z.object({ ...warning, newEmail: z.string() }),
  },
  /** Without a token the move cannot be undone: nobody had proved the address. */
  sendEmailChanged: {
    to: 'member',
    queue: 'send-email-changed',
    job: z.object({ ...event, newEmail: z.string() }),
    isSecurity: true,
    params: z.object({ ...reader, newEmail: z.string(), token: z.string().nullable() }),
  },
  /** To the address that the account left again. */
  sendEmailUndone: {
    to: 'address',
    queue: 'send-email-undone',
    job: z.object(moment),
    isSecurity: true,
    params: z.object(reader),
  },
  /**
   * The member asked for deletion: what happens, and until when they can keep the account. `points` are forfeited on that day;
   * `heldPoints` are held for withdrawals that will still be paid.
   */
  sendDeletionRequested: {
    to: 'member',
    queue: 'send-account-closing',
    job: z.object(moment),
    params: z.object({
      ...reader,
      deletionDueAt: z.date(),
      timeZone: z.string(),
      points: z.int(),
      heldPoints: z.int(),
    }),
  },
  /** A withdrawal to a number or account that is new to the member; `destination` is masked. `isHeld`: it is on hold by now. */
  sendPayoutNumberAdded: {
    to: 'member',
    queue: 'send-payout-number-added',
    job: z.object({ ...moment, withdrawalId: z.string() }),
    isSecurity: true,
    params: z.object({
      ...withdrawal,
      token: z.string(),
      method: z.enum(WITHDRAWAL_METHODS),
      destination: z.string(),
      isHeld: z.boolean(),
    }),
  },
  /** `taxKes`: withheld from the amount; 0: none. */
  sendWithdrawalPaid: {
    to: 'member',
    queue: 'send-withdrawal-news',
    job: z.object(withdrawalRef),
    params: z.object({ ...withdrawal, taxKes: z.number(), receipt: z.string() }),
  },
  sendWithdrawalRejected: {
    to: 'member',
    queue: 'send-withdrawal-news',
    job: z.object(withdrawalRef),
    params: z.object({ ...withdrawal, reason: z.string() }),
  },
  /** `points`: what the member got back, or (negative) what was taken; 0 if nothing moved. `note`: empty, or what happened. */
  sendPayoutCorrected: {
    to: 'member',
    queue: 'send-withdrawal-news',
    job: z.object(withdrawalRef),
    params: z.object({ ...withdrawal, kind: z.enum(CORRECTION_KINDS), note: z.string() }),
  },
  sendTaxChanged: {
    to: 'member',
    queue: 'send-tax-changed',
    job: z.object({ ...withdrawalRef, announcedKes: z.number() }),
    params: z.object({ ...reader, amountKes: z.number(), announcedKes: z.number(), taxKes: z.number() }),
  },
  sendDebtWrittenOff: {
    to: 'member',
    queue: 'send-debt-written-off',
    job: z.object({ ...moment, points: z.int() }),
    params: z.object({ ...reader, points: z.int() }),
  },
  /** An account of the same person was deleted in debt; this one owes it now. */
  sendDebtMoved: {
    to: 'member',
    queue: 'send-debt-moved',
    job: z.object({ ...moment, points: z.int() }),
    params: z.object({ ...reader, points: z.int() }),
  },
  sendProofApproved: {
    to: 'member',
    queue: 'send-proof-decided',
    job: z.object({ memberId: z.string(), proofId: z.string() }),
    params: z.object({ ...titled, points: z.int() }),
  },
  sendProofRejected: {
    to: 'member',
    queue: 'send-proof-decided',
    job: z.object({ memberId: z.string(), proofId: z.string() }),
    params: z.object({ ...titled, reason: z.string() }),
  },
  /** What became of a survey's reward that was checked; `reason` is empty when it was simply paid. `held`: kept for longer. */
  sendSurveyReview: {
    to: 'member',
    queue: 'send-survey-review',
    job: z.object({ memberId: z.string(), surveyId: z.string() }),
    params: z.object({
      ...titled,
      points: z.int(),
      news: z.enum(['held', 'paid', 'rejected', 'returned', 'paid-on-appeal', 'rejected-on-appeal']),
      /** What was found in rejected answers. */
      flags: z.array(qualityFlag),
      reason: z.string(),
      until: z.date(),
      timeZone: z.string(),
    }),
  },
  sendClaimDecided: {
    to: 'member',
    queue: 'send-claim-decided',
    job: z.object({ memberId: z.string(), clickId: z.string() }),
    params: z.object({ ...titled, isCredited: z.boolean(), points: z.int(), reason: z.string() }),
  },
  /** A link that signs someone of an organisation in. */
  sendClientLink: {
    to: 'client',
    queue: 'send-client-link',
    job: z.object({
      userId: z.string(),
      surveyId: z.string().nullable(),
      days: z.int(),
      mostUses: z.int(),
      createdBy: z.string(),
    }),
    params: z.object({
      ...reader,
      organisation: z.string(),
      path: z.string(),
      mostUses: z.int(),
      days: z.int(),
    }),
  },
  /**
   * Someone of an organisation wrote about a survey, or our team did (no author). `path`: of the page with the thread. Someone's
   * question goes to our support address.
   */
  sendClientComment: {
    to: 'client',
    queue: 'send-client-comment',
    job: z.object({ commentId: z.string(), userId: z.string().nullable() }),
    params: z.object({ ...titled, author: z.string().nullable(), text: z.string(), path: z.string() }),
  },
  /** Staff suspended the account, for this reason. */
  sendAccountSuspended: {
    to: 'member',
    queue: 'send-account-suspended',
    job: z.object(moment),
    params: reasoned,
  },
  sendAccountRestored: {
    to: 'member',
    queue: 'send-account-restored',
    job: z.object(moment),
    params: z.object(reader),
  },
  /** Staff paused the member's payouts, or ended the pause, for this reason. */
  sendPayoutsPaused: { to: 'member', queue: 'send-pause-news', job: pauseNews, params: reasoned },
  sendPayoutsResumed: { to: 'member', queue: 'send-pause-news', job: pauseNews, params: reasoned },
  /** The answer to an appeal that keeps the pause. */
  sendAppealAnswered: {
    to: 'member',
    queue: 'send-pause-news',
    job: pauseNews,
    params: z.object({ ...reader, answer: z.string() }),
  },
  sendPremiumStarted: {
    to: 'member',
    queue: 'send-premium-started',
    job: z.object(moment),
    params: z.object(premium),
  },
  /** Premium ends soon unless the member pays again. */
  sendPremiumEnding: {
    to: 'member',
    queue: 'send-premium-ending',
    job: z.object(moment),
    params: z.object({ ...premium, kesPerMonth: z.number() }),
  },
  /** An owner tries the mail server during the set-up. */
  sendTestMail: { to: 'address', queue: null, params: z.object({ to: z.string(), language }) },
  /** The rule approves nothing until two people release it: to owners and finance, and to our support address. */
  sendAutomaticStopped: {
    to: 'owner',
    queue: 'send-automatic-stopped',
    outdated: 'news',
    params: z.object({ ...office, cause: z.string(), reason: z.string(), trippedBy: z.string() }),
  },
  /**
   * No payouts until staff resume them: to our support address, and to every owner where the books do not verify. `code`: the
   * provider's answer; null if a person stopped the queue.
   */
  sendQueueStopped: {
    to: 'owner',
    queue: 'send-queue-stopped',
    outdated: 'news',
    params: z.object({
      ...office,
      provider: z.string(),
      reason: z.string(),
      code: z.string().nullable(),
      stoppedBy: z.string(),
    }),
  },
  /** A change that only owners may make. `address` is null for one made on the server itself. */
  sendCompanyChanged: {
    to: 'owner',
    queue: 'send-company-changed',
    job: z.object({
      action: z.enum(COMPANY_CHANGES),
      actor: z.string(),
      subject: z.string(),
      address: z.string().nullable(),
      at: z.string(),
      to: z.string().nullable(),
    }),
    outdated: 'news',
    params: z.object({
      ...office,
      action: z.string(),
      actor: z.string(),
      subject: z.string(),
      address: z.string().nullable(),
      at: z.date(),
      timeZone: z.string(),
    }),
  },
  /** The day's root of the books, as JSON, to be kept where nobody can change it. */
  sendRoot: {
    to: 'support',
    queue: 'send-root',
    job: z.object({ day: z.string() }),
    params: z.object({ day: z.string(), root: z.string() }),
  },
  /** The money left for payouts. */
  sendFloatLow: {
    to: 'support',
    queue: 'send-float-low',
    outdated: 'news',
    params: z.object({ provider: z.string(), amountKes: z.number() }),
  },
  /** The staff's answer to a message, which is quoted below. */
  sendContactReply: {
    to: 'address',
    queue: 'send-contact-reply',
    job: z.object({ messageId: z.string(), replyId: z.string() }),
    params: z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      quoted: z.string(),
      writtenAt: z.date(),
    }),
  },
  /** With the sender's address in Reply-To. `accountEmail`: the signed-in account's, which the sender cannot choose. */
  sendContactMessage: {
    to: 'support',
    queue: 'send-contact-message',
    job: z.object({ messageId: z.string() }),
    params: z.object({
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      message: z.string(),
      accountEmail: z.string().nullable(),
    }),
  },
} as const satisfies Record<string, Mail>

export type MailName = keyof typeof MAILS
export type MailParams<N extends MailName> = z.infer<(typeof MAILS)[N]['params']>
export type MailQueue = NonNullable<(typeof MAILS)[MailName]['queue']>

type Row<Q> = Extract<(typeof MAILS)[MailName], { queue: Q }>
type JobOf<R> = R extends { job: infer S extends z.ZodObject }
  ? z.infer<S>
  : R extends { params: infer S extends z.ZodObject }
    ? z.infer<S>
    : never
/** What a job of each queue carries. */
export type MailJobs = { [Q in MailQueue]: JobOf<Row<Q>> }

export const MAIL_NAMES = Object.keys(MAILS) as MailName[]

/** The rows of the table, each with its name. */
const rows: (Mail & { name: MailName })[] = MAIL_NAMES.map((name) => ({ name, ...MAILS[name] }))

export const MAIL_QUEUES = [...new Set(rows.flatMap(({ queue }) => queue ?? []))] as MailQueue[]

/** Mails that arrive twice rather than never. */
export const SECURITY_MAILS: ReadonlySet<string> = new Set(
  rows.filter(({ isSecurity }) => isSecurity).map(({ name }) => name),
)

/** Why staff cannot send the mails of a queue again; undefined if they can, or it is not a queue of mails. */
export function findOutdated(queue: string): Mail['outdated'] {
  return rows.find((row) => row.queue === queue && row.outdated)?.outdated
}

/**
 * Write a mail and hand it over. Only jobs do it, one mail each: a job that has made the call runs again only if the call threw, so
 * nothing important comes after it.
 */
export type SendMail = <N extends MailName>(name: N, mail: MailParams<N>) => Promise<void>

/** A mail as it leaves. `replyTo`: the reply address, if it is not ours. */
export type RenderedMail = { to: string; replyTo?: string; subject: string; text: string; html: string }
export type OutgoingMail = RenderedMail & { kind: string }

/**
 * The result of sending a mail. `refused`: certainly not accepted; `isFinal` if a retry would be refused too. `unknown`: the whole
 * mail went out without an answer. A reason has up to 300 characters, without addresses and secrets.
 */
export type MailOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; isFinal: boolean; reason: string }
  | { outcome: 'unknown'; reason: string }

export type MailTransport = {
  /** The domain of the sender's address, for Message-IDs. */
  domain: string
  send: (mail: RenderedMail & { messageId: string }) => Promise<MailOutcome>
}
