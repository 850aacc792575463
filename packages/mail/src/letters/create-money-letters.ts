import { formatKes } from '@chuma/contract/format-money'
import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string }

/** News of a member's tax and debts. */
export function createMoneyLetters({ words: { translate }, write, publicUrl }: Options) {
  return {
    sendTaxChanged: (mail: Recipient & { amountKes: number; announcedKes: number; taxKes: number }) => {
      const [amount, announced] = [formatKes(mail.amountKes), formatKes(mail.announcedKes)]
      const [tax, sent] = [formatKes(mail.taxKes), formatKes(mail.amountKes - mail.taxKes)]
      return write(mail, {
        subject: translate('taxChanged.subject'),
        before: [translate('taxChanged.what', { amount, announced, tax, sent }), translate('taxChanged.why')],
        action: { label: translate('taxChanged.action'), url: `${publicUrl}/tax` },
        after: [],
      })
    },

    sendDebtWrittenOff: (mail: Recipient & { points: number }) =>
      write(mail, {
        subject: translate('debtWrittenOff.subject'),
        before: [translate('debtWrittenOff.what', { points: mail.points }), translate('debtWrittenOff.next')],
        action: { label: translate('withdrawalRejected.action'), url: `${publicUrl}/withdraw` },
        after: [],
      }),

    sendDebtMoved: (mail: Recipient & { points: number }) =>
      write(mail, {
        subject: translate('debtMoved.subject'),
        before: [translate('debtMoved.what', { points: mail.points }), translate('debtMoved.next')],
        action: { label: translate('debtMoved.action'), url: `${publicUrl}/contact` },
        after: [translate('debtMoved.appeal')],
      }),
  }
}
