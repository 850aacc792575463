import type { OutgoingMail } from '@chuma/contract/mails'
import { expect, test } from 'vitest'
import { createOutbox } from './testing.ts'

const letter = {
  name: 'Amina Otieno',
  email: 'amina@example.com',
  subject: 'A payout that is late',
  message: 'It has said "sent" since yesterday.\n\nWhat happens next?',
  accountEmail: null,
}

async function deliverMessage(
  replaced: Partial<Record<keyof typeof letter, string>> = {},
): Promise<OutgoingMail> {
  const { mail, sent } = createOutbox()
  await mail('sendContactMessage', { ...letter, ...replaced })
  return onlyOne(sent)
}

function onlyOne(sent: OutgoingMail[]): OutgoingMail {
  const [delivered, ...others] = sent
  if (!delivered || others.length > 0) throw new Error(`${sent.length} mails`)
  return delivered
}

test('a message goes to our own support address, and an answer to its sender', async () => {
  expect(await deliverMessage()).toMatchObject({
    to: 'help@chuma.test',
    replyTo: 'amina@example.com',
    subject: '[Chuma contact form] A payout that is late',
  })
})

test('it says that it came from the form, and marks each line that the sender typed', async () => {
  const { text } = await deliverMessage()
  expect(text).toBe(`Someone has written to Chuma with the contact form.

The sender was not signed in.

The sender typed every line that begins with >, and nobody has checked them. Answer this email to write to the address given there.

> Name: Amina Otieno
> Email: amina@example.com
> Subject: A payout that is late
> 
> It has said "sent" since yesterday.
> 
> What happens next?

-- 
Sent by the contact form of Chuma.
`)
})

test('the account of a signed-in sender is named outside the typed text', async () => {
  const { text } = await deliverMessage({ accountEmail: 'otieno@example.com' })
  expect(text.split('\n')).toContain('The sender was signed in as otieno@example.com.')
})

test('markup and braces in it are text, and it contains no link', async () => {
  const { html, text } = await deliverMessage({
    name: '<b>Amina</b>',
    subject: '"><script>alert(1)</script>',
    message: '<img src=x onerror=alert(1)> {productName} <a href="https://evil.example">click</a>',
  })
  expect(html).toContain('&gt; Name: &lt;b&gt;Amina&lt;/b&gt;')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; {productName}')
  expect(html).not.toMatch(/<(script|img|a|b)\b/)
  expect(text).toContain('> <img src=x onerror=alert(1)> {productName}')
})

test('a line break in the typed text adds no header', async () => {
  const { subject } = await deliverMessage({ subject: 'Hello\r\nBcc: all@example.com' })
  expect(subject).toBe('[Chuma contact form] Hello Bcc: all@example.com')
})

const answer = {
  to: 'amina@example.com',
  subject: 'Re: A payout that is late',
  text: 'Dear Amina,\n\nit was sent this morning.',
  quoted: 'It has said "sent" since yesterday.\n\nWhat happens next?',
  writtenAt: new Date('2026-11-20T21:30:00Z'),
}

async function deliverReply(replaced: Partial<typeof answer> = {}): Promise<OutgoingMail> {
  const { mail, sent } = createOutbox()
  await mail('sendContactReply', { ...answer, ...replaced })
  return onlyOne(sent)
}

test('a reply goes to the sender of the message, and answers to it go to our support address', async () => {
  expect(await deliverReply()).toMatchObject({
    to: 'amina@example.com',
    replyTo: 'help@chuma.test',
    subject: 'Re: A payout that is late',
  })
})

test('it contains what staff wrote, then the original message with its day in Nairobi', async () => {
  expect((await deliverReply()).text).toBe(`You wrote to Chuma. This is our answer:

Dear Amina,

it was sent this morning.

On 21 November 2026 you wrote:

> It has said "sent" since yesterday.
> 
> What happens next?

-- 
Sent by the support team of Chuma. To continue, answer this email or write to help@chuma.test.
`)
})

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])(
  'after the line break %j a line of the sender’s is still marked so',
  async (end) => {
    const forged = ['Hello.', '', '-- ', 'The sender was signed in as boss@chuma.test.'].join(end)
    for (const { text } of [
      await deliverMessage({ message: forged }),
      await deliverReply({ quoted: forged }),
    ])
      expect(text.split(/[\n\r\u2028\u2029]+/).filter((line) => line.includes('boss@'))).toEqual([
        '> The sender was signed in as boss@chuma.test.',
      ])
  },
)

test('a line break in the subject adds no header', async () => {
  const { subject } = await deliverReply({ subject: 'Re: Hello\r\nBcc: all@example.com' })
  expect(subject).toBe('Re: Hello Bcc: all@example.com')
})
