import type { PayoutProvider, PayoutResult } from '@chuma/core/payouts/attempts/payouts'
import type { Daraja } from '@chuma/mpesa/daraja-client'
import { parseJson } from '@chuma/mpesa/parse-json'
import { parseB2cResult } from '@chuma/mpesa/results/parse-b2c-result'
import { parseBalanceResult } from '@chuma/mpesa/results/parse-balance-result'
import { parseStatusResult } from '@chuma/mpesa/results/parse-status-result'
import { classifyResultCode } from '@chuma/mpesa/results/result-codes'
import { classifyTransactionStatus } from '@chuma/mpesa/results/transaction-status'

/** Pay out through Daraja, real or simulated. `name` tells the two apart in every attempt. */
export function connectDaraja(name: string, daraja: Daraja): PayoutProvider {
  return {
    name,
    methods: ['mpesa'],
    prepare: daraja.prepare,
    send: daraja.sendB2c,
    queryStatus: daraja.queryTransactionStatus,
    queryBalance: daraja.queryBalance,
    parseResult,
    parseStatus,
    parseBalance,
  }
}

/** Safaricom's code for too many requests at once. */
const TRAFFIC = '26'

function parseResult(body: Buffer): ReturnType<PayoutProvider['parseResult']> {
  const parsed = parseB2cResult(parseJson(body.toString('utf8')))
  if (!parsed.ok) return parsed
  const { resultCode, resultDesc: _, transactionId: __, ...details } = parsed.value
  const known = classifyResultCode(resultCode)
  const verdict = resultCode === TRAFFIC ? 'busy' : known.class
  return {
    ok: true,
    value: { ...details, code: resultCode, description: known.description, verdict },
  }
}

const words = {
  paid: { verdict: 'paid', description: 'Paid.' },
  failed: { verdict: 'member', description: 'M-Pesa ended the payment without making it.' },
  unknown: { verdict: 'unknown', description: 'M-Pesa has not decided it yet.' },
} as const satisfies Record<string, Pick<PayoutResult, 'verdict' | 'description'>>

/** Only the status of the payment decides: the query's own code does not, and no status means unknown. */
function parseStatus(body: Buffer): ReturnType<PayoutProvider['parseStatus']> {
  const parsed = parseStatusResult(parseJson(body.toString('utf8')))
  if (!parsed.ok) return parsed
  const { query, payment } = parsed.value
  const { transactionStatus, ...details } = payment
  const known = query.resultCode === '0' ? classifyTransactionStatus(transactionStatus) : 'unknown'
  return { ok: true, value: { ...details, ...words[known], code: transactionStatus ?? query.resultCode } }
}

/** Payouts leave the utility account; members' payments arrive in another. */
function parseBalance(body: Buffer): ReturnType<Required<PayoutProvider>['parseBalance']> {
  const parsed = parseBalanceResult(parseJson(body.toString('utf8')))
  return parsed.ok ? { ok: true, value: { availableKes: parsed.value.utilityKes } } : parsed
}
