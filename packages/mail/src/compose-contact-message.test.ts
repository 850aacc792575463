import { expect, test } from 'vitest'
import { createMail } from './create-mail.ts'
import type { OutgoingMail } from './transport.ts'

const letter = {
  name: 'Amina Otieno',
  email: 'amina@example.com',
  subject: 'A payout that is late',
  message: 'It has said "sent" since yesterday.\n\nWhat happens next?',
  accountEmail: null,
}

async function deliver(replaced: Partial<Record<keyof typeof letter, string>> = {}): Promise<OutgoingMail> {
  const sent: OutgoingMail[] = []
  const mail = createMail({
    deliver: async (outgoing) => void sent.push(outgoing),
    publicUrl: 'https://chuma.test',
    productName: 'Chuma',
    supportEmail: 'help@chuma.test',
  })
  await mail.sendContactMessage({ ...letter, ...replaced })
  const [delivered, ...others] = sent
  if (!delivered || others.length > 0) throw new Error(`${sent.length} mails`)
  return delivered
}

test('a message goes to our own support address, and an answer to its sender', async () => {
  expect(await deliver()).toMatchObject({
    to: 'help@chuma.test',
    replyTo: 'amina@example.com',
    subject: '[Chuma contact form] A payout that is late',
  })
})

test('it says that it came from the form, and marks each line that the sender typed', async () => {
  const { text } = await deliver()
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
  const { text } = await deliver({ accountEmail: 'otieno@example.com' })
  expect(text.split('\n')).toContain('The sender was signed in as otieno@example.com.')
})

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])(
  'after the line break %j a line is still the sender’s',
  async (end) => {
    const forged = [
      'Hello.',
      '',
      '-- ',
      'Sent by the contact form of Chuma.',
      'The sender was signed in as boss@chuma.test.',
    ]
    const { text } = await deliver({ message: forged.join(end) })
    expect(text.split(/[\n\r\u2028\u2029]+/).filter((line) => line.includes('boss@'))).toEqual([
      '> The sender was signed in as boss@chuma.test.',
    ])
  },
)

test('markup and braces in it are text, and it contains no link', async () => {
  const { html, text } = await deliver({
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
  const { subject } = await deliver({ subject: 'Hello\r\nBcc: all@example.com' })
  expect(subject).toBe('[Chuma contact form] Hello Bcc: all@example.com')
})
