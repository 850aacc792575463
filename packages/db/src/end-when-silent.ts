import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Cuts a connection on which a question stays without any answer for so long: whoever was to answer is gone and nobody told
 * us, or his commit waits for a standby that does not come back. Whether the question had its effect is unknown then. It is
 * cut and not cancelled: PostgreSQL would end a commit that waits by keeping it on one machine alone.
 */
export function endWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  const stream = streamOf(client)
  if (!stream) return
  // It has just said that it is ready.
  let writtenWhenHeard = stream.bytesWritten
  stream.on('data', () => {
    writtenWhenHeard = stream.bytesWritten
  })
  stream.setTimeout(silenceMs)
  stream.on('timeout', () => {
    // Silence without a question is rest.
    if (stream.bytesWritten === writtenWhenHeard) return
    const message = `Connection terminated: no answer for ${silenceMs / 1000} s`
    stream.destroy(Object.assign(new Error(message), { code: 'ETIMEDOUT' }))
  })
}

/** The library keeps it to itself; after TLS it is another one than the one it began with. */
function streamOf(client: object): Socket | undefined {
  return 'connection' in client ? (client.connection as { stream: Socket }).stream : undefined
}
