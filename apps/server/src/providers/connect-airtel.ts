import type { PayoutProvider } from '@chuma/core/payouts/attempts/payouts'
import type { Airtel } from '@chuma/rails/airtel/airtel-client'
import { findAirtelPayment, isSignedByAirtel, parseAirtelCallback } from '@chuma/rails/airtel/callback'

type Connection = { airtel: Airtel; callbackKey: string; isRetired?: boolean }

/** Pay out through Airtel Money, real or simulated. `name` tells the two apart in every attempt. */
export function connectAirtel(name: string, connection: Connection): PayoutProvider {
  const { airtel, callbackKey, isRetired = false } = connection
  return {
    name,
    methods: ['airtel'],
    isRetired,
    namesAmount: false,
    sharedCallbacks: {
      findPayment: findAirtelPayment,
      isGenuine: ({ body, signature }) => isSignedByAirtel(body, signature, callbackKey),
    },
    prepare: airtel.prepare,
    send: airtel.send,
    queryStatus: airtel.queryStatus,
    queryBalance: airtel.queryBalance,
    parseResult: parseAirtelCallback,
    parseStatus: parseAirtelCallback,
  }
}
