import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { listenOnFreePort } from './listen-on-free-port.ts'

type Mail = { to: string; raw: string }

/** A mail server that accepts everything and keeps it, for an installation that has no demo mailbox. */
export async function startMailServer() {
  const mails: Mail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    serve(socket, (mail) => mails.push(mail))
  })
  const port = await listenOnFreePort(server)
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The newest mail to this address as text; undefined until it arrives. */
    findMail: (to: string) => {
      const found = mails.findLast((mail) => mail.to === to)
      return found && decode(found.raw)
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function serve(socket: Socket, keep: (mail: Mail) => void): void {
  let to = ''
  let body: string[] | null = null
  const answer = (line: string) => socket.write(`${line}\r\n`)
  answer('220 test')
  createInterface({ input: socket }).on('line', (line) => {
    if (body) {
      if (line !== '.') return void body.push(line.replace(/^\.\./, '.'))
      keep({ to, raw: body.join('\n') })
      body = null
      return void answer('250 kept')
    }
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? ''
    if (command === 'DATA') body = []
    answer({ DATA: '354 go on', QUIT: '221 bye' }[command] ?? '250 ok')
  })
}

/** Undo quoted-printable: soft line breaks, and the equals signs of links. */
function decode(raw: string): string {
  return raw
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
