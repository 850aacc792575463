import type { Economy } from '@chuma/contract/admin/economy/economy'
import { toUsd } from '@chuma/contract/surveys/to-usd'
import type { RequestWithdrawalInput, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { invalidField } from '../app-error.ts'
import type { Tax } from '../books/tax/calculate-tax.ts'

const MIN_USD = 1
/** Airtel's limits for one payment to a customer in Kenya. */
const AIRTEL_KES = { min: 10, max: 250_000 }
/** The least that every Kenyan network takes. */
const AIRTIME_MIN_KES = 10

type Terms = { economy: Economy; methods: readonly WithdrawalMethod[]; tax: Tax }
type Price = { amountKes: number; taxPercent: number; taxKes: number; amountUsd: number | null }

/**
 * Calculate the amounts of a request at the current rates. The tax is an estimate: it is fixed on payment. A provider's limits apply to what is sent: the
 * amount less the tax.
 * @throws AppError INVALID_INPUT naming the field
 */
export function priceWithdrawal(input: RequestWithdrawalInput, { economy, methods, tax }: Terms): Price {
  if (!methods.includes(input.withdrawalMethod)) {
    throw invalidField('withdrawalMethod', 'METHOD_CLOSED', { methods: [...methods] })
  }
  const amountKes = checkAmount(input, economy)
  const payoutKes = amountKes - tax.taxKes
  if (payoutKes < 1) throw invalidField('pointsToWithdraw', 'NOTHING_AFTER_TAX')
  if (input.withdrawalMethod === 'mpesa') checkMpesa(payoutKes, economy)
  if (input.withdrawalMethod === 'airtel') checkAirtel(payoutKes)
  if (input.withdrawalMethod === 'airtime') checkAirtime(payoutKes, economy)
  const amountUsd = input.withdrawalMethod === 'paypal' ? priceInUsd(payoutKes, economy) : null
  return { amountKes, taxPercent: tax.taxPercent, taxKes: tax.taxKes, amountUsd }
}

function checkAmount({ pointsToWithdraw, amountKes }: RequestWithdrawalInput, economy: Economy): number {
  const worthKes = pointsToWithdraw * economy.kesPerPoint
  if (amountKes !== undefined && amountKes !== worthKes) {
    throw invalidField('amountKes', 'AMOUNT_DIFFERS', { points: pointsToWithdraw, amountKes: worthKes })
  }
  return worthKes
}

function checkMpesa(payoutKes: number, { mpesaMinKes, mpesaMaxKes }: Economy): void {
  if (payoutKes >= mpesaMinKes && payoutKes <= mpesaMaxKes) return
  throw invalidField('pointsToWithdraw', 'MPESA_OUT_OF_RANGE', { minKes: mpesaMinKes, maxKes: mpesaMaxKes })
}

function checkAirtel(payoutKes: number): void {
  if (payoutKes >= AIRTEL_KES.min && payoutKes <= AIRTEL_KES.max) return
  throw invalidField('pointsToWithdraw', 'AIRTEL_OUT_OF_RANGE', {
    minKes: AIRTEL_KES.min,
    maxKes: AIRTEL_KES.max,
  })
}

function checkAirtime(payoutKes: number, { airtimeMaxKes }: Economy): void {
  if (payoutKes >= AIRTIME_MIN_KES && payoutKes <= airtimeMaxKes) return
  throw invalidField('pointsToWithdraw', 'AIRTIME_OUT_OF_RANGE', {
    minKes: AIRTIME_MIN_KES,
    maxKes: airtimeMaxKes,
  })
}

function priceInUsd(payoutKes: number, { kesPerUsd }: Economy): number {
  const amountUsd = toUsd(payoutKes, kesPerUsd)
  if (amountUsd >= MIN_USD) return amountUsd
  throw invalidField('pointsToWithdraw', 'PAYPAL_TOO_SMALL', { amountUsd: MIN_USD })
}
