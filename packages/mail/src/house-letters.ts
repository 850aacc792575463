import { formatKes } from '@chuma/contract/format-money'
import type { MailName } from '@chuma/contract/mails'
import type { Compose, Letter, Pen } from './letters.ts'

/** The frame of a mail to our support address or, if it is known, to an owner's own. */
function frame(to: string | undefined): Pick<Letter, 'greeting' | 'button' | 'footer'> {
  return {
    greeting: to ? 'owners.greeting' : 'operator.greeting',
    button: ['operator.action', '/admin'],
    footer: to ? 'owners.footer' : 'operator.footer',
  }
}

/** The letters to those who run the house, and those of the contact form. */
export const houseLetters = {
  sendTestMail: () => ({
    subject: 'testMail.subject',
    greeting: 'testMail.greeting',
    before: ['testMail.what'],
    button: ['testMail.action', '/set-up'],
    after: ['testMail.next'],
    footer: 'testMail.footer',
  }),
  sendQueueStopped: ({ to, provider, reason, code, stoppedBy }) => ({
    ...frame(to),
    subject: 'queueStopped.subject',
    before: ['queueStopped.what', code === null ? 'queueStopped.reason' : 'queueStopped.report'],
    after: ['queueStopped.next'],
    values: { provider, reason, code: code ?? '', stoppedBy },
  }),
  sendAutomaticStopped: ({ to, reason, trippedBy }, { publicUrl }) => ({
    ...frame(to),
    subject: 'automaticStopped.subject',
    before: ['automaticStopped.what', 'queueStopped.reason'],
    after: ['automaticStopped.next'],
    values: { reason, trippedBy, url: `${publicUrl}/admin/automatic-payout` },
  }),
  sendCompanyChanged: ({ to, action, actor, subject, address, at, timeZone }, pen) => ({
    ...frame(to),
    greeting: 'owners.greeting',
    footer: to ? 'owners.footer' : 'owners.footerSupport',
    subject: 'companyChanged.subject',
    before: [
      'companyChanged.what',
      'companyChanged.who',
      'companyChanged.when',
      address === null ? 'companyChanged.fromServer' : 'companyChanged.from',
    ],
    after: ['companyChanged.next'],
    values: {
      change: pen.translate('companyChanged.change', { action: action.replaceAll(/[.-]/g, '_') }),
      actor,
      subject,
      address: address ?? '',
      when: pen.format(at, { dateStyle: 'full', timeStyle: 'long', timeZone }),
    },
  }),
  sendRoot: ({ day, root }) => ({
    ...frame(undefined),
    subject: 'root.subject',
    before: ['root.what', { text: root }],
    after: ['root.next'],
    values: { day, file: `books-${day}.json` },
  }),
  sendFloatLow: ({ provider, amountKes }) => ({
    ...frame(undefined),
    subject: 'floatLow.subject',
    before: ['floatLow.what'],
    after: ['floatLow.next'],
    values: { provider, amount: formatKes(amountKes) },
  }),
  sendContactMessage: composeContactMessage,
  sendContactReply: ({ subject, text, quoted, writtenAt }, { supportEmail, format }) => ({
    subject: { text: subject },
    greeting: 'contactReply.greeting',
    before: text.split(/\n{2,}/).map((paragraph) => ({ text: paragraph })),
    // The sender may have entered a stranger's address, who must not take these lines for ours.
    after: ['contactReply.quoted', { text: quote(quoted) }],
    footer: 'contactReply.footer',
    replyTo: supportEmail,
    values: { day: format(writtenAt, { dateStyle: 'long' }) },
  }),
} satisfies { readonly [N in MailName]?: Compose<N> }

/** A stranger's message. Each typed line carries a mark, so that none can pass for ours, such as a forged "The sender was signed in". */
function composeContactMessage(
  { name, email, subject, message, accountEmail }: Parameters<Compose<'sendContactMessage'>>[0],
  { translate }: Pen,
): Letter {
  const head = [
    translate('contactMessage.name', { name }),
    translate('contactMessage.email', { email }),
    translate('contactMessage.line', { subject }),
  ]
  return {
    subject: 'contactMessage.subject',
    greeting: 'contactMessage.what',
    before: [
      accountEmail === null ? 'contactMessage.visitor' : 'contactMessage.account',
      'contactMessage.warning',
      { text: quote([...head, '', message].join('\n')) },
    ],
    footer: 'contactMessage.footer',
    replyTo: email,
    values: { subject, accountEmail: accountEmail ?? '' },
  }
}

/** Mark each line as somebody else's. */
function quote(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')
}
