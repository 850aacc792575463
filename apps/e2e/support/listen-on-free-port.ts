import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** For a program of its own, which has to be told its port before it starts. */
export async function findFreePort(): Promise<number> {
  const probe = createServer()
  const port = await listenOnFreePort(probe)
  await new Promise((closed) => probe.close(closed))
  return port
}
