import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type ProofNews = Recipient & { title: string }
type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** Mails about a proof that a member submitted for a task. */
export function createProofLetters({ words: { translate }, write, publicUrl }: Options) {
  return {
    sendProofApproved: (mail: ProofNews & { points: number }) => {
      const { title, points } = mail
      return write(mail, {
        subject: translate('proofApproved.subject', { title }),
        before: [translate('proofApproved.what', { title, points })],
        action: { label: translate('proofApproved.action'), url: `${publicUrl}/dashboard` },
        after: [],
      })
    },

    sendProofRejected: (mail: ProofNews & { reason: string }) => {
      const { title, reason } = mail
      return write(mail, {
        subject: translate('proofRejected.subject', { title }),
        before: [
          translate('proofRejected.what', { title }),
          translate('proofRejected.reason', { reason }),
          translate('proofRejected.again'),
        ],
        action: { label: translate('proofRejected.action'), url: `${publicUrl}/dashboard` },
        after: [],
      })
    },
  }
}

type ReviewNews = Recipient & {
  title: string
  points: number
  news: 'held' | 'paid' | 'rejected' | 'paid-on-appeal' | 'rejected-on-appeal'
  reason: string
  until: Date
  timeZone: string
}

/** A choice in a message has no hyphens. */
const CASES = {
  held: 'held',
  paid: 'paid',
  rejected: 'rejected',
  'paid-on-appeal': 'paidOnAppeal',
  'rejected-on-appeal': 'rejectedOnAppeal',
} as const

/** Mails about a survey's answers that were checked before they were paid. */
export function createReviewLetters({ words: { translate, locale }, write, publicUrl }: Options) {
  return {
    sendSurveyReview: (mail: ReviewNews) => {
      const { title, points, reason, until, timeZone } = mail
      const news = CASES[mail.news]
      const time = until.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
      return write(mail, {
        subject: translate('surveyReview.subject', { news, title }),
        before: [
          translate('surveyReview.what', { news, title, points, time }),
          ...(reason ? [translate('surveyReview.reason', { reason })] : []),
          ...(news === 'rejected' ? [translate('surveyReview.appeal')] : []),
        ],
        action: { label: translate('surveyReview.action'), url: `${publicUrl}/surveys` },
        after: [],
      })
    },
  }
}
