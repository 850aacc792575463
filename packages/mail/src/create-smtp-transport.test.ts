import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTransport } from './create-smtp-transport.ts'

type Received = { from: string; recipients: string[]; raw: string }

async function startMailServer(options: { refuse?: boolean } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(options.refuse ? new Error('mailbox unavailable') : null),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        from: mailFrom ? mailFrom.address : '',
        recipients: rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks).toString('utf8'),
      })
      done()
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  const { port } = listener.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received }
}

/** Undoes quoted-printable, in which a body travels. */
function decode(raw: string): string {
  const bytes = raw.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}

const mail = {
  to: 'amina@example.com',
  subject: 'Habari ya leo – ☀',
  text: 'Text für Amina',
  html: '<p>Page für Amina</p>',
}

test('delivers text and page to the mail server, marked as written by a machine', async () => {
  const { url, received } = await startMailServer()
  await createSmtpTransport(url, 'Chuma <no-reply@chuma.test>').send(mail)
  expect(received).toHaveLength(1)
  const [{ from, recipients, raw } = { from: '', recipients: [], raw: '' }] = received
  expect(from).toBe('no-reply@chuma.test')
  expect(recipients).toEqual(['amina@example.com'])
  expect(raw).toMatch(/^From: Chuma <no-reply@chuma\.test>\r$/m)
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

test('an address that reads like a list reaches none of its parts', async () => {
  const { url, received } = await startMailServer()
  const to = 'amina@example.com, all@example.com'
  await createSmtpTransport(url, 'no-reply@chuma.test')
    .send({ ...mail, to })
    .catch(() => undefined)
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain('all@example.com')
})

test('a refused recipient is an error', async () => {
  const { url, received } = await startMailServer({ refuse: true })
  await expect(createSmtpTransport(url, 'no-reply@chuma.test').send(mail)).rejects.toThrow(
    'mailbox unavailable',
  )
  expect(received).toEqual([])
})

test('a server that is not there is an error', async () => {
  await expect(createSmtpTransport('smtp://127.0.0.1:1', 'no-reply@chuma.test').send(mail)).rejects.toThrow(
    'ECONNREFUSED',
  )
})
