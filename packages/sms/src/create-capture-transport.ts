import type { Text, TextTransport } from './transport.ts'

/** Create a transport that only stores texts, with `insert`. */
export function createCaptureTransport(insert: (text: Text) => Promise<unknown>): TextTransport {
  return {
    provider: 'captured',
    send: async (text) => {
      await insert(text)
      return { outcome: 'accepted', providerId: null, cost: null }
    },
  }
}
