import { formatKes } from '@chuma/contract/format-money'
import type { CorrectionKind } from '@chuma/contract/payouts/destinations'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Recipient, WriteLetter } from '../create-letter-writer.ts'
import type { Words } from '../words.ts'
import { toNotMe } from './to-not-me.ts'

type Options = { words: Words; write: WriteLetter; publicUrl: string; supportEmail: string }
type WithdrawalNews = Recipient & { amountKes: number; points: number }
type NewDestination = WithdrawalNews & {
  method: WithdrawalMethod
  destination: string
  isHeld: boolean
  token: string
}

export function createWithdrawalLetters({ words: { translate }, write, publicUrl, supportEmail }: Options) {
  return {
    sendPayoutNumberAdded: ({ destination, method, token, ...mail }: NewDestination) => {
      const amount = formatKes(mail.amountKes)
      return write(mail, {
        subject: translate('payoutNumberAdded.subject', { amount }),
        before: [
          translate('payoutNumberAdded.what', { amount, points: mail.points, method, destination }),
          translate('payoutNumberAdded.you', { isHeld: String(mail.isHeld) }),
          translate('payoutNumberAdded.notYou'),
        ],
        action: { label: translate('notMe.action'), url: toNotMe(publicUrl, token) },
        after: [translate('notMe.help', { supportEmail })],
      })
    },

    sendWithdrawalPaid: ({ taxKes, ...mail }: WithdrawalNews & { taxKes: number; receipt: string }) => {
      const amount = formatKes(mail.amountKes - taxKes)
      const [gross, tax] = [formatKes(mail.amountKes), formatKes(taxKes)]
      return write(mail, {
        subject: translate('withdrawalPaid.subject', { amount }),
        before: [
          translate('withdrawalPaid.what', { amount, points: mail.points }),
          ...(taxKes > 0 ? [translate('withdrawalPaid.tax', { gross, tax, amount })] : []),
          translate('withdrawalPaid.receipt', { receipt: mail.receipt }),
        ],
        action: { label: translate('withdrawalPaid.action'), url: `${publicUrl}/withdraw` },
        after: [],
        isOptional: true,
      })
    },

    sendWithdrawalRejected: (mail: WithdrawalNews & { reason: string }) => {
      const amount = formatKes(mail.amountKes)
      return write(mail, {
        subject: translate('withdrawalRejected.subject', { amount }),
        before: [
          translate('withdrawalRejected.what', { amount, points: mail.points }),
          translate('withdrawalRejected.reason', { reason: mail.reason }),
        ],
        action: { label: translate('withdrawalRejected.action'), url: `${publicUrl}/withdraw` },
        after: [],
        isOptional: true,
      })
    },

    sendPayoutCorrected: ({
      kind,
      note,
      ...mail
    }: WithdrawalNews & { kind: CorrectionKind; note: string }) => {
      const amount = formatKes(mail.amountKes)
      return write(mail, {
        subject: translate('payoutCorrected.subject', { kind, amount }),
        before: [
          translate('payoutCorrected.what', { kind, amount, points: Math.abs(mail.points) }),
          ...(note ? [translate('payoutCorrected.note', { note })] : []),
          translate('payoutCorrected.next', { kind, points: mail.points }),
        ],
        action: { label: translate('withdrawalRejected.action'), url: `${publicUrl}/withdraw` },
        after: [translate('payoutCorrected.help', { supportEmail })],
      })
    },
  }
}
