import type { RenderedMail, Transport } from './transport.ts'

/** Mail goes into whatever `insert` writes to, and nowhere else. */
export function createCaptureTransport(insert: (mail: RenderedMail) => Promise<unknown>): Transport {
  return {
    domain: 'localhost',
    send: async (mail) => {
      await insert(mail)
      return { outcome: 'accepted' }
    },
  }
}
