import type { PayoutProvider } from '@chuma/core/payouts/attempts/payouts'
import type { Airtime } from '@chuma/rails/airtime/airtime-client'
import { findAirtimePayment, knowsSecret, parseAirtimeCallback } from '@chuma/rails/airtime/callback'

type Connection = { airtime: Airtime; secret: string; isRetired?: boolean }

/** Pay out as airtime by Africa's Talking, real or simulated. */
export function connectAirtime(
  name: string,
  { airtime, secret, isRetired = false }: Connection,
): PayoutProvider {
  return {
    name,
    methods: ['airtime'],
    isRetired,
    sharedCallbacks: {
      findPayment: findAirtimePayment,
      isGenuine: ({ signature }) => knowsSecret(signature, secret),
    },
    prepare: airtime.prepare,
    send: airtime.send,
    queryStatus: airtime.queryStatus,
    queryBalance: airtime.queryBalance,
    parseResult: parseAirtimeCallback,
    parseStatus: parseAirtimeCallback,
  }
}
