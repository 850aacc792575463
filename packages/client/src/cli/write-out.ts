import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Waits while the reader is slower than we are: a long export must not pile up in memory. */
export async function writeOut(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}
