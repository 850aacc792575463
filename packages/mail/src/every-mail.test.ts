import { MAIL_NAMES, MAILS, type MailName, type MailParams, type OutgoingMail } from '@chuma/contract/mails'
import { QUALITY_FLAGS } from '@chuma/contract/surveys/answer-quality'
import { expect, test } from 'vitest'
import { createMail } from './create-mail.ts'
import { createOutbox, testDetails } from './testing.ts'

const publicUrl = 'https://chuma.test'
const { mail, sent } = createOutbox()

const amina = { to: 'amina@example.com', firstName: 'Amina' }
const news = { ...amina, amountKes: 2000, points: 2 }
const premium = { premiumUntil: new Date('2026-12-20T21:30:00Z'), timeZone: 'Africa/Nairobi' }
const dueTonight = { until: new Date('2026-11-20T21:30:00Z'), timeZone: 'Africa/Nairobi' }

/** One sample of each mail; the first test fails if one is missing. */
const samples: { [Name in MailName]: MailParams<Name> } = {
  sendVerification: { ...amina, token: 'l_token', expiresInMinutes: 60 },
  sendAddressTaken: amina,
  sendSignInLink: { ...amina, token: 'l_token', expiresInMinutes: 10 },
  sendPasswordReset: { ...amina, token: 'l_token', expiresInMinutes: 10 },
  sendAccountClosing: {
    ...amina,
    deletionDueAt: new Date('2026-11-20T21:30:00Z'),
    timeZone: 'Africa/Nairobi',
  },
  sendNewSignIn: {
    ...amina,
    token: 'w_token',
    device: 'Chrome on Android',
    at: new Date('2026-11-20T21:30:00Z'),
  },
  sendPasswordChanged: { ...amina, token: 'w_token', passkeysRemoved: 1, passkeysLeft: 2 },
  sendPasskeyAdded: { ...amina, token: 'w_token', name: 'My phone' },
  sendPasskeyRemoved: { ...amina, token: 'w_token', name: 'My phone' },
  sendEmailChange: { ...amina, token: 'l_token', expiresInMinutes: 60 },
  sendEmailChangeNotice: { ...amina, token: 'w_token', newEmail: 'w…@example.com' },
  sendEmailChanged: { ...amina, newEmail: 'w…@example.com', token: 'w_token' },
  sendEmailUndone: { ...amina, firstName: '' },
  sendDeletionRequested: {
    ...amina,
    deletionDueAt: new Date('2026-11-20T21:30:00Z'),
    timeZone: 'Africa/Nairobi',
    points: 4,
    heldPoints: 1,
  },
  sendPayoutNumberAdded: {
    ...news,
    token: 'w_token',
    method: 'mpesa',
    destination: '••• 678',
    isHeld: true,
  },
  sendWithdrawalPaid: { ...news, taxKes: 100, receipt: 'TKL4ABC123' },
  sendWithdrawalRejected: { ...news, reason: 'The name differs.' },
  sendPayoutCorrected: { ...news, kind: 'returned', note: 'The bank did not know the account.' },
  sendTaxChanged: { ...amina, amountKes: 2000, announcedKes: 100, taxKes: 400 },
  sendDebtWrittenOff: { ...amina, points: 6 },
  sendDebtMoved: { ...amina, points: 6 },
  sendProofApproved: { ...amina, title: 'Share our post', points: 30 },
  sendProofRejected: { ...amina, title: 'Share our post', reason: 'The post is not public.' },
  sendClaimDecided: { ...amina, title: 'A bank account', isCredited: true, points: 6, reason: 'Seen.' },
  sendClientLink: { ...amina, organisation: 'Tea board', path: '/client/login#o_x', mostUses: 1, days: 7 },
  sendClientComment: { ...amina, author: 'Njeri', title: 'Tea', text: 'Why so few?', path: '/client' },
  sendSurveyReview: {
    ...amina,
    ...dueTonight,
    title: 'Tea',
    points: 5,
    news: 'rejected',
    flags: [...QUALITY_FLAGS],
    reason: 'Alike.',
  },
  sendAccountSuspended: { ...amina, reason: 'Two accounts for one telephone.' },
  sendAccountRestored: amina,
  sendPayoutsPaused: { ...amina, reason: 'Two accounts for one telephone.' },
  sendPayoutsResumed: { ...amina, reason: 'It is your sister’s account.' },
  sendAppealAnswered: { ...amina, answer: 'Both accounts took the same surveys.' },
  sendPremiumStarted: { ...amina, ...premium },
  sendPremiumEnding: { ...amina, ...premium, kesPerMonth: 1000 },
  sendTestMail: { to: 'owner@example.com' },
  sendAutomaticStopped: { cause: 'float', reason: 'KES 5 are left', trippedBy: 'system' },
  sendQueueStopped: {
    provider: 'daraja',
    reason: 'The initiator is locked.',
    code: '8006',
    stoppedBy: 'system',
  },
  sendCompanyChanged: {
    to: 'owner@example.com',
    action: 'staff.role',
    actor: 'staff:jane',
    subject: 'staff:kamau',
    address: '203.0.113.7',
    at: new Date('2026-11-20T21:30:00Z'),
    timeZone: 'Africa/Nairobi',
  },
  sendRoot: { day: '2026-11-20', root: '{"statement":{},"signature":"c2lnbmVk","publicKey":"key"}' },
  sendFloatLow: { provider: 'daraja', amountKes: 1250 },
  sendContactReply: {
    to: amina.to,
    subject: 'Re: A late payout',
    text: 'Dear Amina,\n\nit was sent this morning.',
    quoted: 'It has been two days.',
    writtenAt: new Date('2026-11-20T21:30:00Z'),
  },
  sendContactMessage: {
    name: 'Amina',
    email: 'amina@example.com',
    subject: 'A late payout',
    message: 'Hello',
    accountEmail: 'amina@example.com',
  },
}

async function render(kind: string, replaced: Record<string, unknown> = {}): Promise<OutgoingMail> {
  const sample = { ...Object.entries(samples).find(([name]) => name === kind)?.[1], ...replaced }
  sent.length = 0
  await mail(kind as MailName, sample as never)
  const [only, ...others] = sent
  if (!only || others.length > 0) throw new Error(`${kind} made ${sent.length} mails`)
  return only
}

test('every mail has a sample here', () => {
  expect(Object.keys(samples).sort()).toEqual([...MAIL_NAMES].sort())
  for (const name of MAIL_NAMES)
    expect(MAILS[name].params.strict().parse(samples[name])).toEqual(samples[name])
})

const kinds: string[] = MAIL_NAMES
/** Mails to our own address are in English. */
const isOurs = (kind: string) => /^send(QueueStopped|FloatLow|CompanyChanged|Root|ContactMessage)$/.test(kind)
const translated = kinds.filter((kind) => !isOurs(kind))

test.each(kinds)(
  '%s names its kind, and has a recipient, a subject of one line, a text and a page',
  async (kind) => {
    const { to, subject, text, html, ...rest } = await render(kind)
    expect(rest.kind).toBe(kind)
    expect(to).toMatch(/^\S+@\S+$/)
    expect(subject).toMatch(/^\S.{4,}\S$/)
    expect(text.length).toBeGreaterThan(100)
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(html).toContain(`<title>${subject}</title>`)
    expect(`${subject}${text}${html}`).not.toMatch(/undefined|null|NaN|\[object/)
  },
)

test.each(translated)('%s is in Swahili for members who chose it, with the same link', async (kind) => {
  const [english, swahili] = [await render(kind), await render(kind, { language: 'sw' })]
  expect(swahili.html).toMatch(/^<!doctype html>\n<html lang="sw">/)
  const typed = Object.values(samples[kind as MailName]).filter((value) => typeof value === 'string')
  const linesOf = ({ text }: OutgoingMail) =>
    text
      .split('\n')
      .filter(
        (line) =>
          /\p{L} \p{L}/u.test(line) && !typed.some((value) => value.includes(line.replace(/^> /, ''))),
      )
  const lines = new Set(linesOf(english))
  expect(linesOf(swahili).filter((line) => lines.has(line))).toEqual([])
  const addresses = (mail: OutgoingMail) => mail.html.match(/href="[^"]*"/g)
  expect(addresses(swahili)).toEqual(addresses(english))
  expect(`${swahili.subject}${swahili.text}${swahili.html}`).not.toMatch(/undefined|null|NaN|\[object|[{}]/)
})

test.each(kinds)('%s leads to our own public address and nowhere else, and loads nothing', async (kind) => {
  const { text, html } = await render(kind)
  const links = `${text}\n${html}`.match(/\b[a-z]+:\/\/[^\s"<]+/gi) ?? []
  for (const link of links) expect(new URL(link).origin).toBe(publicUrl)
  for (const [, target] of html.matchAll(/\b(?:href|src|action|background)\s*=\s*["']?([^"'\s>]*)/gi)) {
    expect(target).toMatch(/^https:\/\/chuma\.test\//)
  }
})

const hostile = `"><img src=x onerror=alert(1)>' & {productName}`

const inBoth = kinds.flatMap((kind) =>
  isOurs(kind)
    ? [[kind, 'en']]
    : [
        [kind, 'en'],
        [kind, 'sw'],
      ],
)

test.each(inBoth)('%s in %s shows its values as text', async (kind, language) => {
  const sample = Object.entries(samples).find(([name]) => name === kind)?.[1] ?? {}
  // The time zone is the operator's.
  const typed = Object.keys(sample).filter(
    (field) => typeof Reflect.get(sample, field) === 'string' && field !== 'timeZone',
  )
  const { to: _, ...replaced } = Object.fromEntries(typed.map((field) => [field, hostile]))
  const { html } = await render(kind, { ...replaced, language })
  // A quoted attribute value is safe unless it ends the quotes.
  const tags = html.replace(/"[^"]*"/g, '').match(/<[^>]*>/g) ?? []
  expect(tags.filter((tag) => /<img|onerror/.test(tag))).toEqual([])
})

test.each(kinds)('%s greets nobody with a name that is an advertisement or a header', async (kind) => {
  for (const firstName of [
    'Win at evil.example/prize',
    'Win now www.evil.example',
    'https://evil.example',
    'Amina\r\nBcc: all@evil.example',
    '"><script>evil</script>',
  ]) {
    expect(JSON.stringify(await render(kind, { firstName }))).not.toContain('evil')
  }
})

test('mails about payouts say where to turn them off, and security mails do not', async () => {
  const where = 'under Notifications: https://chuma.test/settings'
  const optional: string[] = []
  for (const kind of kinds) {
    const { text, html } = await render(kind)
    if (text.includes(where) && html.includes(where)) optional.push(kind)
  }
  expect(optional.sort()).toEqual(['sendWithdrawalPaid', 'sendWithdrawalRejected'])
})

test('the deletion mail names the day in Nairobi, what is still paid and what is lost', async () => {
  const { subject, text } = await render('sendDeletionRequested')
  expect(subject).toBe('Your account with Chuma will be deleted on 21 November 2026')
  expect(text).toContain('The 1 point that you asked to withdraw is still paid out.')
  expect(text).toContain('The 4 points in your balance will be lost on that day.')
  expect(text).toContain('Keep my account:\nhttps://chuma.test/login')
})

test('a mail is in the language of the account with this address, otherwise in English', async () => {
  const asked: string[] = []
  const chosen = createMail({
    deliver: async (outgoing) => void sent.push(outgoing),
    findLanguage: async (address) => {
      asked.push(address)
      return address === amina.to ? 'sw' : null
    },
    publicUrl,
    details: testDetails,
  })
  sent.length = 0
  await chosen('sendDeletionRequested', { ...samples.sendDeletionRequested, ...amina })
  await chosen('sendAccountRestored', { to: 'otieno@example.com', firstName: 'Otieno' })
  await chosen('sendAccountRestored', { to: 'otieno@example.com', firstName: 'Otieno', language: 'sw' })
  await chosen('sendFloatLow', samples.sendFloatLow)
  expect(sent.map(({ subject }) => subject)).toEqual([
    'Akaunti yako ya Chuma itafutwa 21 Novemba 2026',
    'Your account with Chuma is open again',
    'Akaunti yako ya Chuma iko wazi tena',
    '[Chuma] The payout account is running low',
  ])
  expect(sent[0]?.text).toContain('Habari Amina,')
  expect(sent[0]?.text).toContain('Pointi 4 zilizo kwenye salio lako zitapotea siku hiyo.')
  expect(asked).toEqual([amina.to, 'otieno@example.com'])
})
