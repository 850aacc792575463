import type { OutgoingMail } from '@chuma/contract/mails'
import { expect, test } from 'vitest'
import { createMail } from './create-mail.ts'
import { testDetails } from './testing.ts'

const publicUrl = 'https://chuma.test'
const TOKEN = `l_${'Ab-_9'.repeat(13)}`
const amina = { to: 'amina@example.com', firstName: 'Amina' }

function createOutbox(changed: { timeZone?: string } = {}) {
  const sent: OutgoingMail[] = []
  const deliver = async (outgoing: OutgoingMail) => void sent.push(outgoing)
  return {
    sent,
    mail: createMail({ deliver, publicUrl, details: async () => ({ ...(await testDetails()), ...changed }) }),
  }
}

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

test('the mails about a passkey name it', async () => {
  const { mail, sent } = createOutbox()
  await mail('sendPasskeyAdded', { ...amina, token: TOKEN, name: 'My phone' })
  await mail('sendPasskeyRemoved', { ...amina, token: TOKEN, name: 'My phone' })
  for (const { text } of sent) {
    expect(text).toContain('“My phone”')
  }
  expect(sent[0]?.text).toContain('It removes this passkey')
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
