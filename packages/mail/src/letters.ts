import { formatKes } from '@chuma/contract/format-money'
import type { MailName, MailParams } from '@chuma/contract/mails'
import type { en } from './words/en.ts'

type Key = keyof typeof en
type Values = Record<string, string | number>
export type Translate = (key: Key, values?: Values) => string

/** A message, or text that somebody typed. */
export type Text = Key | { text: string }

/** What a mail says: the messages, and the values that they show in addition to the product's. */
export type Letter = {
  subject: Text
  /** Left out: the reader by name, or without where it looks like an advertisement. */
  greeting?: Key
  /** False is left out. */
  before: readonly (Text | false)[]
  /** The next step: its message, and the path on our own site. */
  button?: readonly [label: Key, path: string]
  after?: readonly (Text | false)[]
  /** Left out: that of members, and where to turn such mails off if that is possible. */
  footer?: Key
  isOptional?: boolean
  replyTo?: string
  values?: Values
}

/** What letters are written with: dates in the reader's language, and the zone of this installation unless another is given. */
export type Pen = {
  publicUrl: string
  supportEmail: string
  /** The city that names the installation's time zone. */
  place: string
  translate: Translate
  format: (moment: Date, style: Intl.DateTimeFormatOptions) => string
}
export type Compose<N extends MailName> = (mail: MailParams<N>, pen: Pen) => Letter

/** The token is in the fragment, which browsers send to no server. */
const notMe = (token: string) => `/not-me#${token}`
const toLink = (token: string) => `/?token=${token}`

/** A choice in a message has no hyphens. */
const REVIEW_NEWS = {
  held: 'held',
  paid: 'paid',
  rejected: 'rejected',
  returned: 'returned',
  'paid-on-appeal': 'paidOnAppeal',
  'rejected-on-appeal': 'rejectedOnAppeal',
} as const

/** The letters to members and to the people of clients. */
export const readerLetters = {
  sendVerification: ({ token, expiresInMinutes }) => ({
    subject: 'verification.subject',
    before: ['verification.why'],
    button: ['verification.action', toLink(token)],
    after: ['verification.expiry', 'verification.notYou'],
    values: { expiresInMinutes },
  }),
  sendAddressTaken: () => ({
    subject: 'addressTaken.subject',
    before: ['addressTaken.why', 'addressTaken.you'],
    button: ['addressTaken.action', '/login'],
    after: ['addressTaken.notYou'],
  }),
  sendSignInLink: ({ token, expiresInMinutes }) => ({
    subject: 'signInLink.subject',
    before: ['signInLink.why'],
    button: ['signInLink.action', toLink(token)],
    after: ['link.expiry', 'signInLink.notYou'],
    values: { expiresInMinutes },
  }),
  sendPasswordReset: ({ token, expiresInMinutes }) => ({
    subject: 'passwordReset.subject',
    before: ['passwordReset.why'],
    button: ['passwordReset.action', toLink(token)],
    after: ['link.expiry', 'passwordReset.notYou'],
    values: { expiresInMinutes },
  }),
  sendAccountClosing: ({ deletionDueAt, timeZone }, { format }) => ({
    subject: 'accountClosing.subject',
    before: ['accountClosing.why', 'accountClosing.keep'],
    button: ['accountClosing.action', '/login'],
    after: ['accountClosing.still'],
    values: { day: format(deletionDueAt, { dateStyle: 'long', timeZone }) },
  }),
  sendDeletionRequested: ({ deletionDueAt, timeZone, points, heldPoints }, { format }) => ({
    subject: 'deletionRequested.subject',
    before: ['deletionRequested.what', 'deletionRequested.keep'],
    button: ['deletionRequested.action', '/login'],
    after: [
      heldPoints > 0 && 'deletionRequested.open',
      points > 0 ? 'deletionRequested.points' : 'deletionRequested.noPoints',
      'deletionRequested.notYou',
    ],
    values: { day: format(deletionDueAt, { dateStyle: 'long', timeZone }), points, heldPoints },
  }),
  sendAccountSuspended: ({ reason }) => ({
    subject: 'accountSuspended.subject',
    before: ['accountSuspended.what', 'accountSuspended.reason', 'accountSuspended.disagree'],
    button: ['accountSuspended.action', '/contact'],
    after: ['accountSuspended.points'],
    values: { reason },
  }),
  sendAccountRestored: () => ({
    subject: 'accountRestored.subject',
    before: ['accountRestored.what'],
    button: ['accountRestored.action', '/login'],
  }),

  // The only secret of security mails is the link "This wasn't me", which gives the account back to its owner.
  sendNewSignIn: ({ token, device, at }, { format, place }) => ({
    subject: 'newSignIn.subject',
    before: ['newSignIn.what', 'newSignIn.which', 'notMe.press'],
    button: ['notMe.action', notMe(token)],
    after: ['notMe.help', 'newSignIn.off'],
    values: { device, place, moment: format(at, { dateStyle: 'long', timeStyle: 'short' }) },
  }),
  sendPasswordChanged: ({ token, passkeysRemoved, passkeysLeft }) => ({
    subject: 'passwordChanged.subject',
    before: [
      'passwordChanged.what',
      passkeysRemoved > 0 && 'passwordChanged.passkeysRemoved',
      passkeysLeft > 0 && 'passwordChanged.passkeysLeft',
      'notMe.press',
    ],
    button: ['notMe.action', notMe(token)],
    after: ['notMe.help'],
    values: { passkeysRemoved, passkeysLeft },
  }),
  sendPasskeyAdded: ({ token, name }) => ({
    subject: 'passkeyAdded.subject',
    before: ['passkeyAdded.what', 'passkeyAdded.notYou'],
    button: ['notMe.action', notMe(token)],
    after: ['notMe.help'],
    values: { name },
  }),
  sendPasskeyRemoved: ({ token, name }) => ({
    subject: 'passkeyRemoved.subject',
    before: ['passkeyRemoved.what', 'notMe.press'],
    button: ['notMe.action', notMe(token)],
    after: ['notMe.help'],
    values: { name },
  }),
  sendEmailChange: ({ token, expiresInMinutes }) => ({
    subject: 'emailChange.subject',
    before: ['emailChange.why'],
    button: ['emailChange.action', toLink(token)],
    after: ['link.expiry', 'emailChange.notYou'],
    values: { expiresInMinutes },
  }),
  sendEmailChangeNotice: ({ token, newEmail }) => ({
    subject: 'emailChangeNotice.subject',
    before: ['emailChangeNotice.what', 'emailChangeNotice.notYou'],
    button: ['notMe.action', notMe(token)],
    after: ['notMe.help'],
    values: { newEmail },
  }),
  sendEmailChanged: ({ token, newEmail }) => ({
    subject: 'emailChanged.subject',
    before: ['emailChanged.what', token === null ? 'emailChanged.contact' : 'emailChanged.notYou'],
    button: token === null ? ['emailChanged.action', '/contact'] : ['emailChanged.undo', notMe(token)],
    after: [token !== null && 'notMe.help'],
    values: { newEmail },
  }),
  sendEmailUndone: () => ({
    subject: 'emailUndone.subject',
    before: ['emailUndone.what', 'emailUndone.you'],
    button: ['emailChanged.action', '/contact'],
  }),
  sendPayoutNumberAdded: ({ token, amountKes, points, method, destination, isHeld }) => ({
    subject: 'payoutNumberAdded.subject',
    before: ['payoutNumberAdded.what', 'payoutNumberAdded.you', 'payoutNumberAdded.notYou'],
    button: ['notMe.action', notMe(token)],
    after: ['notMe.help'],
    values: { amount: formatKes(amountKes), points, method, destination, isHeld: String(isHeld) },
  }),

  sendWithdrawalPaid: ({ amountKes, taxKes, points, receipt }) => ({
    subject: 'withdrawalPaid.subject',
    before: ['withdrawalPaid.what', taxKes > 0 && 'withdrawalPaid.tax', 'withdrawalPaid.receipt'],
    button: ['withdrawalPaid.action', '/withdraw'],
    isOptional: true,
    values: {
      amount: formatKes(amountKes - taxKes),
      gross: formatKes(amountKes),
      tax: formatKes(taxKes),
      points,
      receipt,
    },
  }),
  sendWithdrawalRejected: ({ amountKes, points, reason }) => ({
    subject: 'withdrawalRejected.subject',
    before: ['withdrawalRejected.what', 'withdrawalRejected.reason'],
    button: ['withdrawalRejected.action', '/withdraw'],
    isOptional: true,
    values: { amount: formatKes(amountKes), points, reason },
  }),
  sendPayoutCorrected: ({ kind, amountKes, points, note }) => ({
    subject: 'payoutCorrected.subject',
    before: ['payoutCorrected.what', note !== '' && 'payoutCorrected.note', 'payoutCorrected.next'],
    button: ['withdrawalRejected.action', '/withdraw'],
    after: ['payoutCorrected.help'],
    values: { kind, amount: formatKes(amountKes), points: Math.abs(points), note },
  }),
  sendTaxChanged: ({ amountKes, announcedKes, taxKes }) => ({
    subject: 'taxChanged.subject',
    before: ['taxChanged.what', 'taxChanged.why'],
    button: ['taxChanged.action', '/tax'],
    values: {
      amount: formatKes(amountKes),
      announced: formatKes(announcedKes),
      tax: formatKes(taxKes),
      sent: formatKes(amountKes - taxKes),
    },
  }),
  sendDebtWrittenOff: ({ points }) => ({
    subject: 'debtWrittenOff.subject',
    before: ['debtWrittenOff.what', 'debtWrittenOff.next'],
    button: ['withdrawalRejected.action', '/withdraw'],
    values: { points },
  }),
  sendDebtMoved: ({ points }) => ({
    subject: 'debtMoved.subject',
    before: ['debtMoved.what', 'debtMoved.next'],
    button: ['debtMoved.action', '/contact'],
    after: ['debtMoved.appeal'],
    values: { points },
  }),
  sendPayoutsPaused: ({ reason }) => ({
    subject: 'payoutsPaused.subject',
    before: ['payoutsPaused.what', 'payoutsPaused.reason', 'payoutsPaused.points', 'payoutsPaused.disagree'],
    button: ['payoutsPaused.action', '/withdraw'],
    values: { reason },
  }),
  sendPayoutsResumed: ({ reason }) => ({
    subject: 'payoutsResumed.subject',
    before: ['payoutsResumed.what', 'payoutsResumed.reason'],
    button: ['payoutsResumed.action', '/withdraw'],
    values: { reason },
  }),
  sendAppealAnswered: ({ answer }) => ({
    subject: 'appealAnswered.subject',
    before: ['appealAnswered.what', 'appealAnswered.answer', 'payoutsPaused.points'],
    button: ['appealAnswered.action', '/withdraw'],
    values: { answer },
  }),

  sendProofApproved: ({ title, points }) => ({
    subject: 'proofApproved.subject',
    before: ['proofApproved.what'],
    button: ['proofApproved.action', '/dashboard'],
    values: { title, points },
  }),
  sendProofRejected: ({ title, reason }) => ({
    subject: 'proofRejected.subject',
    before: ['proofRejected.what', 'proofRejected.reason', 'proofRejected.again'],
    button: ['proofRejected.action', '/dashboard'],
    values: { title, reason },
  }),
  sendSurveyReview: ({ title, points, news, flags, reason, until, timeZone }, { format }) => ({
    subject: 'surveyReview.subject',
    before: [
      'surveyReview.what',
      reason !== '' && 'surveyReview.reason',
      ...flags.map((flag) => `surveyReview.why.${flag}` as const),
      (news === 'rejected' || news === 'returned') && 'surveyReview.appeal',
    ],
    button: ['surveyReview.action', '/surveys'],
    values: {
      title,
      points,
      news: REVIEW_NEWS[news],
      reason,
      time: format(until, { dateStyle: 'long', timeStyle: 'short', timeZone }),
    },
  }),
  sendClaimDecided: ({ title, isCredited, points, reason }) => ({
    subject: isCredited ? 'claimCredited.subject' : 'claimDeclined.subject',
    before: [isCredited ? 'claimCredited.what' : 'claimDeclined.what', 'claim.reason'],
    button: ['claim.action', '/activity'],
    values: { title, points, reason },
  }),
  sendPremiumStarted: ({ premiumUntil, timeZone }, { format }) => ({
    subject: 'premiumStarted.subject',
    before: ['premiumStarted.what'],
    button: ['premiumStarted.action', '/dashboard'],
    after: ['premiumStarted.noRenewal'],
    values: { day: format(premiumUntil, { dateStyle: 'long', timeZone }) },
  }),
  sendPremiumEnding: ({ premiumUntil, timeZone, kesPerMonth }, { format }) => ({
    subject: 'premiumEnding.subject',
    before: ['premiumEnding.what', 'premiumEnding.points'],
    button: ['premiumEnding.action', '/settings?tab=account'],
    after: ['premiumEnding.price'],
    values: {
      day: format(premiumUntil, { dateStyle: 'long', timeZone }),
      amount: formatKes(kesPerMonth),
    },
  }),

  sendClientLink: ({ organisation, path, mostUses, days }) => ({
    subject: 'clientLink.subject',
    before: ['clientLink.why'],
    button: ['clientLink.action', path],
    after: ['clientLink.expiry'],
    values: { organisation, mostUses, days },
  }),
  sendClientComment: ({ author, title, text, path }) => ({
    subject: 'clientComment.subject',
    before: [author === null ? 'clientComment.team' : 'clientComment.author', { text }],
    button: ['clientComment.action', path],
    values: { title, author: author ?? '' },
  }),
} satisfies { readonly [N in MailName]?: Compose<N> }
