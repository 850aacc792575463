import { formatKes } from '@chuma/contract/format-money'
import type { Language } from '@chuma/contract/languages'
import { renderMail } from '../render-mail.ts'
import type { RenderedMail } from '../transport.ts'
import type { Words } from '../words.ts'

type Options = { words: Words; publicUrl: string; productName: string; supportEmail: string }
export type QueueStopped = {
  to?: string
  provider: string
  reason: string
  code: string | null
  stoppedBy: string
}
export type AutomaticStopped = { to?: string; cause: string; reason: string; trippedBy: string }
export type CompanyChanged = {
  to?: string
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
  const toOwner = addressOwner(options)
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

    sendQueueStopped: ({ to, provider, reason, code, stoppedBy }: QueueStopped) =>
      write({
        ...(to && toOwner(to)),
        subject: translate('queueStopped.subject', { productName }),
        before: [
          translate('queueStopped.what', { provider, stoppedBy }),
          code === null
            ? translate('queueStopped.reason', { reason })
            : translate('queueStopped.report', { code, reason }),
        ],
        after: [translate('queueStopped.next')],
      }),

    sendAutomaticStopped: (mail: AutomaticStopped) =>
      write({ ...(mail.to && toOwner(mail.to)), ...automaticStopped(options, mail) }),

    sendCompanyChanged: ({ to, action, actor, subject, address, at, timeZone }: CompanyChanged) => {
      const change = translate('companyChanged.change', { action: action.replaceAll(/[.-]/g, '_') })
      const when = at.toLocaleString(locale, { timeZone, dateStyle: 'full', timeStyle: 'long' })
      return write({
        to,
        subject: translate('companyChanged.subject', { productName, change }),
        greeting: translate('owners.greeting', { productName }),
        before: [
          translate('companyChanged.what', { change, subject }),
          translate('companyChanged.who', { actor }),
          translate('companyChanged.when', { when }),
          address === null
            ? translate('companyChanged.fromServer')
            : translate('companyChanged.from', { address }),
        ],
        after: [translate('companyChanged.next')],
        footer: translate(to ? 'owners.footer' : 'owners.footerSupport', { productName }),
      })
    },

    sendRoot: ({ day, root }: DayRoot) =>
      write({
        subject: translate('root.subject', { productName, day }),
        before: [translate('root.what', { day }), root],
        after: [translate('root.next', { file: `books-${day}.json` })],
      }),

    sendFloatLow: ({ provider, amountKes }: FloatLow) =>
      write({
        subject: translate('floatLow.subject', { productName }),
        before: [translate('floatLow.what', { provider, amount: formatKes(amountKes) })],
        after: [translate('floatLow.next')],
      }),
  }
}

function addressOwner({ words: { translate }, productName }: Options) {
  return (to: string) => ({
    to,
    greeting: translate('owners.greeting', { productName }),
    footer: translate('owners.footer', { productName }),
  })
}

function automaticStopped(
  { words, publicUrl, productName }: Options,
  { reason, trippedBy }: AutomaticStopped,
) {
  const { translate } = words
  const url = `${publicUrl}/admin/automatic-payout`
  return {
    subject: translate('automaticStopped.subject', { productName }),
    before: [translate('automaticStopped.what', { trippedBy }), translate('queueStopped.reason', { reason })],
    after: [translate('automaticStopped.next', { url })],
  }
}

type Letter = {
  to?: string | undefined
  subject: string
  greeting?: string
  before: string[]
  after: string[]
  footer?: string
}

function writerOf({ words, publicUrl, productName, supportEmail }: Options) {
  const { translate } = words
  return ({ to = supportEmail, greeting, footer, ...letter }: Letter): RenderedMail =>
    renderMail(words, {
      ...letter,
      to,
      greeting: greeting ?? translate('operator.greeting'),
      action: { label: translate('operator.action'), url: `${publicUrl}/admin` },
      footer: footer ?? translate('operator.footer', { productName }),
    })
}
