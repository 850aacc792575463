import type { Payment, PayoutProvider } from '../../src/payouts/attempts/payouts.ts'
import { createScriptedProvider } from '../../src/payouts/testing.ts'

/** M-Pesa, which pays at once. */
export function createPayer(): { provider: PayoutProvider; orders: Payment[] } {
  const orders: Payment[] = []
  const { provider } = createScriptedProvider({
    send: async () => ({ outcome: 'accepted', conversationId: `AG_${orders.length}` }),
  })
  return {
    orders,
    provider: {
      ...provider,
      send: (payment, mayWrite) => {
        orders.push(payment)
        return provider.send(payment, mayWrite)
      },
    },
  }
}
