import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** Mails about paused payouts. */
export function createPauseLetters({ words: { translate }, write, publicUrl }: Options) {
  const url = `${publicUrl}/withdraw`
  return {
    sendPayoutsPaused: (mail: Recipient & { reason: string }) =>
      write(mail, {
        subject: translate('payoutsPaused.subject'),
        before: [
          translate('payoutsPaused.what'),
          translate('payoutsPaused.reason', { reason: mail.reason }),
          translate('payoutsPaused.points'),
          translate('payoutsPaused.disagree'),
        ],
        action: { label: translate('payoutsPaused.action'), url },
        after: [],
      }),

    sendPayoutsResumed: (mail: Recipient & { reason: string }) =>
      write(mail, {
        subject: translate('payoutsResumed.subject'),
        before: [
          translate('payoutsResumed.what'),
          translate('payoutsResumed.reason', { reason: mail.reason }),
        ],
        action: { label: translate('payoutsResumed.action'), url },
        after: [],
      }),

    sendAppealAnswered: (mail: Recipient & { answer: string }) =>
      write(mail, {
        subject: translate('appealAnswered.subject'),
        before: [
          translate('appealAnswered.what'),
          translate('appealAnswered.answer', { answer: mail.answer }),
          translate('payoutsPaused.points'),
        ],
        action: { label: translate('appealAnswered.action'), url },
        after: [],
      }),
  }
}
