import type { PayoutProvider, Payouts } from './attempts/payouts.ts'

export function scriptedPayouts(provider: PayoutProvider | null): Payouts {
  return {
    methods: ['mpesa', 'bank'],
    rails: provider ? [provider] : [],
    perSecond: null,
    leaseSeconds: 60,
    checkAfterSeconds: [120, 300],
    callbackUrl: 'http://localhost:3000',
    callbackNetworks: ['127.0.0.0/8'],
  }
}
