import type { OutgoingMail } from '@chuma/contract/mails'
import { expect, test } from 'vitest'
import { createMail } from './create-mail.ts'
import { testDetails } from './testing.ts'

const TOKEN = `l_${'Ab-_9'.repeat(13)}`

function createOutbox(options: { productName?: string } = {}) {
  const sent: OutgoingMail[] = []
  const mail = createMail({
    deliver: async (outgoing) => void sent.push(outgoing),
    publicUrl: 'https://chuma.test',
    details: async () => ({ ...(await testDetails()), ...options }),
  })
  return { mail, sent }
}

const amina = { to: 'amina@example.com', firstName: 'Amina' }
const news = { ...amina, amountKes: 12_000, points: 12 }

test('the verification mail carries its link, in the text and twice in the page, and how long it works', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendVerification', { ...amina, token: TOKEN, expiresInMinutes: 60 })
  const [verification] = sent
  expect(verification).toMatchObject({
    to: 'amina@example.com',
    subject: 'Confirm your email address for Chuma',
  })
  const link = `https://chuma.test/?token=${TOKEN}`
  expect(verification?.text.split('\n')).toContain(link)
  expect(verification?.html.split(`href="${link}"`)).toHaveLength(3)
  expect(verification?.text).toContain('Hello Amina,')
  expect(verification?.text).toContain('60 minutes')
  expect(verification?.text).toContain('help@chuma.test')
})

test('the mail about a taken address carries no token, only a link to log in', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendAddressTaken', amina)
  expect(sent[0]?.text).toContain('https://chuma.test/login')
  expect(sent[0]?.text).not.toContain('token')
})

test('a mail about a taxed payment names the amounts requested, withheld and sent', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendWithdrawalPaid', { ...news, taxKes: 600, receipt: 'TKL4ABC123' })
  expect(sent[0]?.subject).toBe('We have sent you KES 11,400')
  expect(sent[0]?.text).toContain('You requested KES 12,000. We withheld KES 600 as tax')
  expect(sent[0]?.text).toContain('sent KES 11,400')
})

test('withdrawal mails name amount, points and what the member needs to know', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendWithdrawalPaid', { ...news, taxKes: 0, receipt: 'TKL4ABC123' })
  await mail('sendWithdrawalRejected', { ...news, points: 1, amountKes: 1000, reason: 'The name differs.' })
  const [paid, rejected] = sent
  expect(paid?.subject).toBe('We have sent you KES 12,000')
  expect(paid?.text).toContain('withdrawal of 12 points')
  expect(paid?.text).toContain('TKL4ABC123')
  expect(rejected?.subject).toBe('Your withdrawal of KES 1,000 was not approved')
  expect(rejected?.text).toContain('The point is back in your balance.')
  expect(rejected?.text).toContain('The name differs.')
})

test('the mails about a proof name the task, and the points or the reason', async () => {
  const { mail, sent } = createOutbox()
  const proof = { ...amina, title: 'A {good} meal' }
  await mail('sendProofApproved', { ...proof, points: 40 })
  await mail('sendProofApproved', { ...proof, points: 1 })
  await mail('sendProofRejected', { ...proof, reason: 'No price is shown.' })
  const [approved, one, rejected] = sent
  expect(approved?.subject).toBe('Approved: A {good} meal')
  expect(approved?.text).toContain('added 40 points to your balance.')
  expect(one?.text).toContain('added 1 point to your balance.')
  expect(rejected?.subject).toBe('Not approved: A {good} meal')
  expect(rejected?.text).toContain('Reason: No price is shown.')
  expect(rejected?.text).toContain('https://chuma.test/dashboard')
})

test.each([
  `<img src=x onerror=alert(1)>`,
  `"><script>alert('1')</script>`,
  'Amina\r\nBcc: all@example.com',
  'Win now www.evil.example',
  'Claim at evil.example/prize',
  'https://evil.example',
])('a name like %j is omitted, because a stranger may have typed it', async (firstName) => {
  const { mail, sent } = createOutbox()
  await mail('sendVerification', { ...amina, firstName, token: TOKEN, expiresInMinutes: 60 })
  expect(sent[0]?.text.startsWith('Hello,\n')).toBe(true)
  expect(JSON.stringify(sent[0])).not.toMatch(/evil|script|onerror|Bcc/)
})

test.each(["N'Golo", 'Wanjikũ', 'Mary-Anne', 'J. Otieno', '李'])(
  '%s is greeted by name',
  async (firstName) => {
    const { mail, sent } = createOutbox()
    await mail('sendAddressTaken', { ...amina, firstName })
    expect(sent[0]?.text).toContain(`Hello ${firstName},`)
  },
)

test('a reason typed by staff is shown as text, and braces in it mean nothing', async () => {
  const { mail, sent } = createOutbox()
  const reason = `<b onclick='x'>"no" & {amount}</b>`
  await mail('sendWithdrawalRejected', { ...news, reason })
  expect(sent[0]?.text).toContain(reason)
  expect(sent[0]?.html).toContain('&lt;b onclick=&#39;x&#39;&gt;&quot;no&quot; &amp; {amount}&lt;/b&gt;')
  expect(sent[0]?.html).not.toContain('<b onclick')
})

test('a subject is always one line', async () => {
  const { mail, sent } = createOutbox({ productName: 'Chu\r\nBcc: all@example.com\u0000ma' })
  await mail('sendAddressTaken', amina)
  expect(sent[0]?.subject).toBe('You already have an account with Chu Bcc: all@example.com ma')
})

test('an error of the delivery reaches the caller, so that the job can retry', async () => {
  const mail = createMail({
    deliver: () => Promise.reject(new Error('no server')),
    publicUrl: 'https://x.test',
    details: testDetails,
  })
  await expect(mail('sendAddressTaken', amina)).rejects.toThrow('no server')
})
