import { expect, test } from 'vitest'
import { createMail } from './create-mail.ts'
import type { OutgoingMail } from './transport.ts'

const answer = {
  to: 'amina@example.com',
  subject: 'Re: A payout that is late',
  text: 'Dear Amina,\n\nit was sent this morning.',
  quoted: 'It has said "sent" since yesterday.\n\nWhat happens next?',
  writtenAt: new Date('2026-11-20T21:30:00Z'),
}

async function deliver(replaced: Partial<typeof answer> = {}): Promise<OutgoingMail> {
  const sent: OutgoingMail[] = []
  const mail = createMail({
    deliver: async (outgoing) => void sent.push(outgoing),
    publicUrl: 'https://chuma.test',
    productName: 'Chuma',
    supportEmail: 'help@chuma.test',
  })
  await mail.sendContactReply({ ...answer, ...replaced })
  const [delivered, ...others] = sent
  if (!delivered || others.length > 0) throw new Error(`${sent.length} mails`)
  return delivered
}

test('a reply goes to the sender of the message, and answers to it go to our support address', async () => {
  expect(await deliver()).toMatchObject({
    to: 'amina@example.com',
    replyTo: 'help@chuma.test',
    subject: 'Re: A payout that is late',
  })
})

test('it contains what staff wrote, then the original message with its day in Nairobi', async () => {
  expect((await deliver()).text).toBe(`You wrote to Chuma. This is our answer:

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
  'after the line break %j a line of the original is still quoted',
  async (end) => {
    const { text } = await deliver({ quoted: ['Hello.', '-- ', 'Your new PIN is 1234.'].join(end) })
    expect(text.split(/[\n\r\u2028\u2029]+/).filter((line) => line.includes('PIN'))).toEqual([
      '> Your new PIN is 1234.',
    ])
  },
)

test('a line break in the subject adds no header', async () => {
  const { subject } = await deliver({ subject: 'Re: Hello\r\nBcc: all@example.com' })
  expect(subject).toBe('Re: Hello Bcc: all@example.com')
})
