import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

/** A COMMIT as PostgreSQL's clients send it. */
const COMMIT = /commit\0/i

/** Start a network that can be bad, between the clients of `port` and the server at `target`. */
export async function startTcpProxy({ port, target }: { port: number; target: number }) {
  const pairs = new Set<readonly [Socket, Socket]>()
  // A pair is gone when either end is. A forgotten client does not notice, and would keep the server open.
  const clients = new Set<Socket>()
  let delayMs = 0
  let commitsToCut = 0
  let isStalled = false

  const server = createServer((client) => {
    const upstream = createConnection(target, '127.0.0.1')
    if (isStalled) client.pause()
    const pair = [client, upstream] as const
    pairs.add(pair)
    clients.add(client)
    client.on('close', () => clients.delete(client))
    let isSilent = false
    const pass = (to: Socket, chunk: Buffer) => {
      if (isSilent || to.destroyed) return
      if (delayMs > 0) setTimeout(() => !to.destroyed && to.write(chunk), delayMs)
      else to.write(chunk)
    }
    client.on('data', (chunk: Buffer) => {
      pass(upstream, chunk)
      if (commitsToCut <= 0 || !COMMIT.test(chunk.toString('latin1'))) return
      commitsToCut -= 1
      // The commit arrives, and its response never does.
      upstream.once('data', () => client.resetAndDestroy())
      isSilent = true
    })
    upstream.on('data', (chunk: Buffer) => pass(client, chunk))
    for (const [socket, other] of [pair, [upstream, client] as const]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        pairs.delete(pair)
        if (!isForgotten(pair)) other.destroy()
      })
    }
  })
  const forgotten = new Set<readonly [Socket, Socket]>()
  const isForgotten = (pair: readonly [Socket, Socket]) => forgotten.has(pair)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    /** Resets every open connection at once. */
    reset: () => {
      for (const [client, upstream] of pairs) {
        client.resetAndDestroy()
        upstream.resetAndDestroy()
      }
    },
    /** Drops everything on the open connections without telling either end. New connections work. */
    silence: () => {
      for (const pair of pairs) {
        forgotten.add(pair)
        for (const socket of pair) {
          socket.pause()
          socket.removeAllListeners('data')
        }
      }
    },
    /** Accepts everything and passes nothing on, until `resume`. */
    stall: () => {
      isStalled = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    resume: () => {
      isStalled = false
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    delay: (ms: number) => {
      delayMs = ms
    },
    /** This many transactions are committed without a response. */
    cutCommits: (count: number) => {
      commitsToCut = count
    },
    commitsLeft: () => commitsToCut,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const client of clients) client.destroy()
      for (const [, upstream] of pairs) upstream.destroy()
      await closed
    },
  }
}
