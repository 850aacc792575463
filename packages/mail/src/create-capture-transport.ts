import type { RenderedMail, Transport } from './transport.ts'

/** Create a transport that only stores mails, with `insert`. */
export function createCaptureTransport(insert: (mail: RenderedMail) => Promise<unknown>): Transport {
  return {
    domain: 'localhost',
    send: async (mail) => {
      await insert(mail)
      return { outcome: 'accepted' }
    },
  }
}
