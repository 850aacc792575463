import { formatKes } from '@chuma/contract/format-money'
import type { Language } from '@chuma/contract/languages'
import { renderMail } from './render-mail.ts'
import type { RenderedMail } from './transport.ts'
import type { Words } from './words.ts'

type Options = { words: Words; publicUrl: string; productName: string; supportEmail: string }
export type QueueStopped = { provider: string; reason: string; code: string | null; stoppedBy: string }
export type CompanyChanged = {
  action: string
  actor: string
  subject: string
  address: string | null
  at: Date
  timeZone: string
}
export type DayRoot = { day: string; root: string }
type TestMail = { to: string; language?: Language | null }
export type FloatLow = { provider: string; amountKes: number }

/** Mails for the operator: urgent ones, to the support address, and the test during the set-up. */
export function createOperatorLetters(options: Options) {
  const { words, publicUrl, productName } = options
  const { translate, locale } = words
  const write = writerOf(options)
  return {
    sendTestMail: ({ to }: TestMail): RenderedMail =>
      renderMail(words, {
        to,
        subject: translate('testMail.subject', { productName }),
        greeting: translate('testMail.greeting'),
        before: [translate('testMail.what', { productName })],
        action: { label: translate('testMail.action'), url: `${publicUrl}/set-up` },
        after: [translate('testMail.next')],
        footer: translate('testMail.footer', { productName }),
      }),

    sendQueueStopped: ({ provider, reason, code, stoppedBy }: QueueStopped) =>
      write(
        translate('queueStopped.subject', { productName }),
        [
          translate('queueStopped.what', { provider, stoppedBy }),
          code === null
            ? translate('queueStopped.reason', { reason })
            : translate('queueStopped.report', { code, reason }),
        ],
        [translate('queueStopped.next')],
      ),

    sendCompanyChanged: ({ action, actor, subject, address, at, timeZone }: CompanyChanged) => {
      const change = translate('companyChanged.change', { action: action.replaceAll(/[.-]/g, '_') })
      const when = at.toLocaleString(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' })
      return write(
        translate('companyChanged.subject', { productName, change }),
        [
          translate('companyChanged.what', { change, subject }),
          translate('companyChanged.who', { actor }),
          translate('companyChanged.when', { when }),
          address === null
            ? translate('companyChanged.fromServer')
            : translate('companyChanged.from', { address }),
        ],
        [translate('companyChanged.next')],
      )
    },

    sendRoot: ({ day, root }: DayRoot) =>
      write(
        translate('root.subject', { productName, day }),
        [translate('root.what', { day }), root],
        [translate('root.next', { file: `books-${day}.json` })],
      ),

    sendFloatLow: ({ provider, amountKes }: FloatLow) =>
      write(
        translate('floatLow.subject', { productName }),
        [translate('floatLow.what', { provider, amount: formatKes(amountKes) })],
        [translate('floatLow.next')],
      ),
  }
}

function writerOf({ words, publicUrl, productName, supportEmail }: Options) {
  const { translate } = words
  return (subject: string, before: string[], after: string[]): RenderedMail =>
    renderMail(words, {
      to: supportEmail,
      subject,
      greeting: translate('operator.greeting'),
      before,
      action: { label: translate('operator.action'), url: `${publicUrl}/admin` },
      after,
      footer: translate('operator.footer', { productName }),
    })
}
