import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Close a connection whose query never gets a response: the server is gone, or its commit waits for a lost standby. Whether
 * the query took effect is unknown. A cancel would end a waiting commit by keeping it on one machine only.
 */
export function endWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const stream = streamOf(client)
  if (!stream) return
  // The server has just reported that it is ready.
  let writtenWhenHeard = stream.bytesWritten
  stream.on('data', () => {
    writtenWhenHeard = stream.bytesWritten
  })
  stream.setTimeout(silenceMs)
  stream.on('timeout', () => {
    // Silence without a query is idleness.
    if (stream.bytesWritten === writtenWhenHeard) return
    const message = `Connection terminated: no answer for ${silenceMs / 1000} s`
    stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

/** The library keeps the socket private; TLS replaces the one it began with. */
function streamOf(client: object): Socket | undefined {
  return 'connection' in client ? (client.connection as { stream: Socket }).stream : undefined
}
