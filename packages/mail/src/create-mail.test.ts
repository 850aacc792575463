import { expect, test } from 'vitest'
import { createMail } from './create-mail.ts'
import { createOutbox, testDetails } from './testing.ts'

const TOKEN = `l_${'Ab-_9'.repeat(13)}`

const publicUrl = 'https://chuma.test'
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

test.each(['sendSignInLink', 'sendPasswordReset', 'sendEmailChange'] as const)(
  '%s carries its link, its expiry, and what to do if it was not requested',
  async (kind) => {
    const { mail, sent } = createOutbox()
    await mail(kind, { ...amina, token: TOKEN, expiresInMinutes: 10 })
    const link = `${publicUrl}/?token=${TOKEN}`
    expect(sent[0]?.text.split('\n')).toContain(link)
    expect(sent[0]?.html.split(`href="${link}"`)).toHaveLength(3)
    expect(sent[0]?.text).toContain('once, for 10 minutes')
    expect(sent[0]?.text).toContain('If you did not ask for it, ignore this email')
    expect(sent[0]?.subject).not.toContain(TOKEN)
  },
)

test('security mails carry the link “This wasn’t me”, and say what to do if it was not the owner', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendPasswordChanged', { ...amina, token: TOKEN, passkeysRemoved: 0, passkeysLeft: 0 })
  await mail('sendEmailChangeNotice', { ...amina, token: TOKEN, newEmail: 'w…@example.org' })
  await mail('sendEmailChanged', { ...amina, token: TOKEN, newEmail: 'w…@example.org' })
  await mail('sendPasskeyAdded', { ...amina, token: TOKEN, name: 'My phone' })
  await mail('sendPasskeyRemoved', { ...amina, token: TOKEN, name: 'My phone' })
  for (const { text, html } of sent) {
    expect(text).toContain('If it was not you')
    expect(text).toContain('help@chuma.test')
    expect(text.split('\n')).toContain(`${publicUrl}/not-me#${TOKEN}`)
    expect(html.split(`href="${publicUrl}/not-me#${TOKEN}"`)).toHaveLength(3)
    expect(text + html).not.toContain('?token')
  }
  expect(sent[1]?.text).toContain('the address w…@example.org.')
  expect(sent[2]?.text).toContain('the address w…@example.org.')
  expect(sent[3]?.text).toContain('“My phone”')
  expect(sent[3]?.text).toContain('It removes this passkey')
  expect(sent[4]?.text).toContain('“My phone”')
})

test('the deletion mails say until when and how the account can be kept', async () => {
  const { mail, sent } = createOutbox()
  const deletionDueAt = new Date('2026-11-20T21:30:00Z')
  await mail('sendAccountClosing', { ...amina, deletionDueAt, timeZone: 'Africa/Nairobi' })
  expect(sent[0]?.text).toContain('on 21 November 2026')
  expect(sent[0]?.text).toContain('choose to keep your account')
  expect(sent[0]?.text).toContain(`${publicUrl}/login`)
})

test.each([
  [0, 0, []],
  [1, 0, ['Your passkey was removed']],
  [3, 0, ['Your 3 passkeys were removed']],
  [0, 2, ['2 passkeys still open the account']],
])('a new password that removed %i passkeys and left %i says so', async (removed, left, said) => {
  const { mail, sent } = createOutbox()
  await mail('sendPasswordChanged', { ...amina, token: TOKEN, passkeysRemoved: removed, passkeysLeft: left })
  const text = sent[0]?.text ?? ''
  for (const sentence of said) expect(text).toContain(sentence)
  expect(text.includes('passkey')).toBe(said.length > 0)
})

test('a move that cannot be undone leads to support instead, and the address that lost the account hears of it', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendEmailChanged', { ...amina, newEmail: 'w…@example.org', token: null })
  await mail('sendEmailUndone', amina)
  for (const { text } of sent) {
    expect(text).toContain(`${publicUrl}/contact`)
    expect(text).toContain('help@chuma.test')
    expect(text).not.toContain('/not-me')
  }
})

test.each([
  ['Africa/Nairobi', '21 November 2026 at 00:30 in Nairobi', '21 November 2026'],
  ['America/New_York', '20 November 2026 at 16:30 in New York', '20 November 2026'],
])('in %s mails show the time and the day of that zone, and name it', async (timeZone, moment, day) => {
  const { mail, sent } = createOutbox({ timeZone })
  const at = new Date('2026-11-20T21:30:00Z')
  await mail('sendNewSignIn', { ...amina, token: TOKEN, device: 'Chrome on Android', at })
  await mail('sendContactReply', {
    to: amina.to,
    subject: 'Re: Hello',
    text: 'Hi',
    quoted: '',
    writtenAt: at,
  })
  expect(sent[0]?.text).toContain(`Time: ${moment}`)
  expect(sent[1]?.text).toContain(`On ${day} you wrote:`)
})

test('an error of the delivery reaches the caller, so that the job can retry', async () => {
  const mail = createMail({
    deliver: () => Promise.reject(new Error('no server')),
    publicUrl: 'https://x.test',
    details: testDetails,
  })
  await expect(mail('sendAddressTaken', amina)).rejects.toThrow('no server')
})
