import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

type Received = { from: string; recipients: string[]; raw: string }

type Reply = number | 'hangs up'

type Script = {
  /** The replies to the first recipients; 250 after these. */
  toRecipients?: Reply[]
  /** The replies to the first mails; 250 after these. Who hangs up has kept the mail. */
  toMails?: Reply[]
  /** Without it anybody may sign in, or not. */
  password?: string
  /** Offers encryption with a certificate that nobody vouches for. */
  encrypts?: boolean
}

const refuse = (code: number) => Object.assign(new Error('scripted'), { responseCode: code })

/** A mail server that keeps what it took: however little its clients heard of it, `received` is what was delivered. */
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
  // A client that hangs up is part of the play.
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
