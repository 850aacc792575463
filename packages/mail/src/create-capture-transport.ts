import type { OutgoingMail, Transport } from './transport.ts'

/** Mail goes into whatever `insert` writes to, and nowhere else. */
export function createCaptureTransport(insert: (mail: OutgoingMail) => Promise<unknown>): Transport {
  return { send: insert }
}
