import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Wait for a slow reader, so that a long export does not accumulate in memory. */
export async function writeOut(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
