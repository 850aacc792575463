import { expect, test } from 'vitest'
import { startMailServer } from './testing.ts'
import { classifySmtpError, createSmtpTransport } from './transports.ts'

/** Decode a quoted-printable body. */
function decode(raw: string): string {
  const bytes = raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}

const mail = {
  messageId: '<6f0c9d1e@chuma.test>',
  to: 'amina@example.com',
  subject: 'Habari ya leo – ☀',
  text: 'Text für Amina',
  html: '<p>Page für Amina</p>',
}

test('delivers text and HTML to the mail server, marked as automatic', async () => {
  const { url, received } = await startMailServer()
  const smtp = createSmtpTransport(url, 'Chuma <no-reply@chuma.test>')
  expect(await smtp.send(mail)).toEqual({ outcome: 'accepted' })
  expect(received).toHaveLength(1)
  const [{ from, recipients, raw } = { from: '', recipients: [], raw: '' }] = received
  expect(from).toBe('no-reply@chuma.test')
  expect(recipients).toEqual(['amina@example.com'])
  expect(raw).toMatch(/^From: Chuma <no-reply@chuma\.test>\r$/m)
  expect(raw).toMatch(/^Message-ID: <6f0c9d1e@chuma\.test>\r$/m)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(raw).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(decode(raw)).toContain('Text für Amina')
  expect(decode(raw)).toContain('<p>Page für Amina</p>')
})

test('a subject with a line break in it adds no header', async () => {
  const { url, received } = await startMailServer()
  await createSmtpTransport(url, 'no-reply@chuma.test').send({ ...mail, subject: 'Hello\r\nX-Injected: yes' })
  expect(received[0]?.raw).not.toMatch(/^X-Injected/m)
})

test('an address that looks like a list reaches none of its parts', async () => {
  const { url, received } = await startMailServer()
  const to = 'amina@example.com, all@example.com'
  await createSmtpTransport(url, 'no-reply@chuma.test')
    .send({ ...mail, to })
    .catch(() => undefined)
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain('all@example.com')
})

test('a reply address is one address, and adds neither a second nor a header', async () => {
  const { url, received } = await startMailServer()
  const smtp = createSmtpTransport(url, 'no-reply@chuma.test')
  await smtp.send({ ...mail, replyTo: 'amina@example.com' })
  await smtp.send({ ...mail, replyTo: 'amina@example.com, all@example.com\r\nX-Injected: yes' })
  await smtp.send(mail)
  const answersTo = received.map(({ raw }) => /^Reply-To: (.*(?:\r\n .*)*)\r$/m.exec(raw)?.[1])
  expect(answersTo).toEqual(['amina@example.com', expect.stringMatching(/^<"[^"]+, all"@/), undefined])
  for (const { raw } of received) expect(raw).not.toMatch(/^X-Injected/m)
})

test.each([
  ['Chuma <no-reply@chuma.test>', 'chuma.test'],
  ['no-reply@mail.chuma.test', 'mail.chuma.test'],
  ['Chuma', 'localhost'],
])('the sender %j gives its mails the domain %s', (from, domain) => {
  expect(createSmtpTransport('smtp://127.0.0.1:1', from).domain).toBe(domain)
})

const from = 'no-reply@chuma.test'

type Scripted = [
  what: string,
  script: Parameters<typeof startMailServer>[0],
  isFinal: boolean,
  reason: string,
]

test.each<Scripted>([
  ['a recipient it does not know', { toRecipients: [550] }, true, 'RCPT TO 550'],
  ['a recipient until later', { toRecipients: [451] }, false, 'RCPT TO 451'],
  ['a recipient until we sign in', { toRecipients: [530] }, false, 'RCPT TO 530'],
  ['a text it never takes', { toMails: [554] }, true, 'DATA 554'],
  ['a text it cannot take now', { toMails: [452] }, false, 'DATA 452'],
  ['everything, since it is about to close', { toMails: [421] }, false, '421'],
  ['our password', { password: 'another' }, false, 'EAUTH AUTH PLAIN 535'],
  ['to prove who it is', { encrypts: true }, false, 'certificate'],
])('a server that refuses %s has definitely delivered nothing', async (_what, script, isFinal, reason) => {
  const { port, received } = await startMailServer(script)
  const outcome = await createSmtpTransport(`smtp://chuma:secret@127.0.0.1:${port}`, from).send(mail)
  expect(outcome).toEqual({ outcome: 'refused', isFinal, reason: expect.stringContaining(reason) })
  expect(received).toEqual([])
})

test('an unreachable server has definitely delivered nothing', async () => {
  const outcome = await createSmtpTransport('smtp://127.0.0.1:1', from).send(mail)
  expect(outcome).toEqual({
    outcome: 'refused',
    isFinal: false,
    reason: expect.stringContaining('ECONNREFUSED'),
  })
})

test('if a server hangs up after the whole mail, delivery is unknown', async () => {
  const { url, received } = await startMailServer({ toMails: ['hangs up'] })
  expect(await createSmtpTransport(url, from).send(mail)).toEqual({
    outcome: 'unknown',
    reason: expect.stringContaining('ECONNECTION'),
  })
  expect(received).toHaveLength(1)
})

test('a server that hangs up before the mail has definitely delivered nothing', async () => {
  const { url } = await startMailServer({ toRecipients: ['hangs up'] })
  const outcome = await createSmtpTransport(url, from).send(mail)
  expect(outcome).toMatchObject({ outcome: 'refused', isFinal: false })
})

const failure = (message: string, facts: object) => Object.assign(new Error(message), facts)

test('a reason is one short line without addresses, links or secrets', () => {
  const said = `Message failed: 554-5.7.1 <amina@example.com>: blocked,\r\n554 see https://chuma.test/?token=l_abc or l_${'Ab-_9'.repeat(13)} ${'no '.repeat(200)}`
  const outcome = classifySmtpError(
    failure(said, { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }),
    true,
  )
  const reason = 'reason' in outcome ? outcome.reason : ''
  expect(reason).toMatch(/^EMESSAGE DATA 554: Message failed: 554-5\.7\.1 … blocked, 554 see … or … no no/)
  expect(reason).toHaveLength(300)
})

test('a server’s reply to a password is not repeated, because it may contain the password', () => {
  const said = failure('Invalid login: 501 malformed AGNodW1hAHNlY3JldA==', {
    code: 'EAUTH',
    command: 'AUTH PLAIN',
    responseCode: 501,
  })
  expect(classifySmtpError(said, false)).toEqual({
    outcome: 'refused',
    isFinal: false,
    reason: 'EAUTH AUTH PLAIN 501',
  })
})

test.each([
  ['a time-out', failure('Timeout', { code: 'ETIMEDOUT', command: 'CONN' })],
  ['a broken socket', failure('read ECONNRESET', { code: 'ESOCKET', command: 'CONN' })],
  [
    'a reply that makes no sense',
    failure('Unexpected Response: 250', { command: 'CONN', responseCode: 250 }),
  ],
  ['something that is no error at all', 'oops'],
])('%s after the whole mail leaves the outcome unknown, and before it does not', (_what, error) => {
  expect(classifySmtpError(error, true)).toMatchObject({ outcome: 'unknown' })
  expect(classifySmtpError(error, false)).toMatchObject({ outcome: 'refused', isFinal: false })
})

test('a refused sender is our fault, so every recipient is retried', () => {
  const error = failure('Mail command failed: 550', { command: 'MAIL FROM', responseCode: 550 })
  expect(classifySmtpError(error, false)).toMatchObject({ outcome: 'refused', isFinal: false })
})
