import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { OutgoingMail } from '@chuma/contract/mails'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { createMail } from './create-mail.ts'

/** What the mails of tests say of their installation. */
export const testDetails = async () => ({
  productName: 'Chuma',
  supportEmail: 'help@chuma.test',
  timeZone: 'Africa/Nairobi',
})

/** A mail function of this installation, with `changed` details, and what it has sent. */
export function createOutbox(changed: Partial<Awaited<ReturnType<typeof testDetails>>> = {}) {
  const sent: OutgoingMail[] = []
  const mail = createMail({
    deliver: async (outgoing) => void sent.push(outgoing),
    publicUrl: 'https://chuma.test',
    details: async () => ({ ...(await testDetails()), ...changed }),
  })
  return { mail, sent }
}

type Received = { from: string; recipients: string[]; raw: string }

type Reply = number | 'hangs up'

type Script = {
  /** The replies to the first recipients; then 250. */
  toRecipients?: Reply[]
  /** The replies to the first mails; then 250. A hang-up keeps the mail. */
  toMails?: Reply[]
  /** Without it log-in is optional. */
  password?: string
  /** Offer TLS with a self-signed certificate. */
  encrypts?: boolean
}

const refuse = (code: number) => Object.assign(new Error('scripted'), { responseCode: code })

/** Start a mail server. `received` is what it delivered, whatever its clients were told. */
export async function startMailServer(script: Script = {}) {
  const { toRecipients = [], toMails = [], password, encrypts } = script
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const answer = (reply: Reply, done: (refusal?: Error | null) => void) => {
    if (reply !== 'hangs up') return done(reply < 400 ? null : refuse(reply))
    for (const socket of sockets) socket.destroy()
  }
  const server = new SMTPServer({
    authOptional: password === undefined,
    allowInsecureAuth: true,
    disabledCommands: encrypts ? [] : ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      password === undefined || auth.password === password
        ? done(null, { user: 'chuma' })
        : done(refuse(535)),
    onRcptTo: (_address, _session, done) => answer(toRecipients.shift() ?? 250, done),
    async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const reply = toMails.shift() ?? 250
      if (reply === 250 || reply === 'hangs up') {
        received.push({
          from: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
      }
      answer(reply, done)
    },
  })
  // Clients that hang up are expected.
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  listener.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await once(listener, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((closed) => server.close(() => closed()))
  })
  const { port } = listener.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, port, received }
}
