import { formatKes } from '@chuma/contract/format-money'
import { type Letter, renderMail } from './render-mail.ts'
import { translate } from './translate.ts'
import type { Transport } from './transport.ts'

type MailOptions = { transport: Transport; publicUrl: string; productName: string; supportEmail: string }
type Recipient = { to: string; firstName: string }
type WithdrawalNews = Recipient & { amountKes: number; points: number }
type Content = Pick<Letter, 'subject' | 'before' | 'action' | 'after'>

/** Every mail the product sends. Each call hands one to the transport and throws what the transport throws. */
export function createMail({ transport, publicUrl, productName, supportEmail }: MailOptions) {
  const send = async ({ to, firstName }: Recipient, content: Content) => {
    const footer = translate('footer', { productName, supportEmail })
    await transport.send(renderMail({ to, greeting: greet(firstName), ...content, footer }))
  }

  return {
    sendVerification: (mail: Recipient & { token: string; expiresInMinutes: number }) =>
      send(mail, {
        subject: translate('verification.subject', { productName }),
        before: [translate('verification.why')],
        action: { label: translate('verification.action'), url: `${publicUrl}/?token=${mail.token}` },
        after: [
          translate('verification.expiry', { expiresInMinutes: mail.expiresInMinutes }),
          translate('verification.notYou'),
        ],
      }),

    sendAddressTaken: (mail: Recipient) =>
      send(mail, {
        subject: translate('addressTaken.subject', { productName }),
        before: [translate('addressTaken.why'), translate('addressTaken.you')],
        action: { label: translate('addressTaken.action'), url: `${publicUrl}/login` },
        after: [translate('addressTaken.notYou')],
      }),

    sendWithdrawalPaid: (mail: WithdrawalNews & { receipt: string }) => {
      const amount = formatKes(mail.amountKes)
      return send(mail, {
        subject: translate('withdrawalPaid.subject', { amount }),
        before: [
          translate('withdrawalPaid.what', { amount, points: mail.points }),
          translate('withdrawalPaid.receipt', { receipt: mail.receipt }),
        ],
        action: { label: translate('withdrawalPaid.action'), url: `${publicUrl}/withdraw` },
        after: [],
      })
    },

    sendWithdrawalRejected: (mail: WithdrawalNews & { reason: string }) => {
      const amount = formatKes(mail.amountKes)
      return send(mail, {
        subject: translate('withdrawalRejected.subject', { amount }),
        before: [
          translate('withdrawalRejected.what', { amount, points: mail.points }),
          translate('withdrawalRejected.reason', { reason: mail.reason }),
        ],
        action: { label: translate('withdrawalRejected.action'), url: `${publicUrl}/withdraw` },
        after: [],
      })
    },
  }
}

/**
 * Anybody can sign up a stranger's address under any "name". One that mail programs would turn into a link, or that runs
 * over several lines, is left out: otherwise we deliver his advertisement under our own sender.
 */
function greet(firstName: string): string {
  const isPlain = /^[\p{L}\p{M}\p{N} '’.-]{1,60}$/u.test(firstName) && !/\.\S|www/iu.test(firstName)
  return isPlain ? translate('greeting', { firstName }) : translate('greetingNameless')
}
