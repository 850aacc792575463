import type { Collector } from '@chuma/core/premium/collector'
import type { Daraja } from '@chuma/mpesa/daraja-client'
import { parseJson } from '@chuma/mpesa/parse-json'
import { parseStkCallback } from '@chuma/mpesa/stk/parse-stk-callback'
import { classifyStkResult } from '@chuma/mpesa/stk/stk-result-codes'

/** Collect money through Daraja, real or simulated, with a prompt on the member's phone. */
export function connectCollector(name: string, daraja: Daraja): Collector {
  return {
    name,
    push: daraja.pushStk,
    query: (checkoutRequestId) => daraja.queryStk({ checkoutRequestId }),
    parseCallback: (body) => {
      const parsed = parseStkCallback(parseJson(body.toString('utf8')))
      if (!parsed.ok) return parsed
      const { checkoutRequestId, resultCode, resultDesc, receipt, amountKes } = parsed.value
      const { verdict, description } = classifyStkResult(resultCode, resultDesc)
      return {
        ok: true,
        value: {
          checkoutRequestId,
          code: resultCode,
          description,
          isPaid: verdict === 'paid',
          ...(receipt === undefined ? {} : { receipt }),
          ...(amountKes === undefined ? {} : { amountKes }),
        },
      }
    },
  }
}
