import type { Economy } from '@chuma/contract/admin/economy/economy'
import { taxOn } from '@chuma/contract/books/tax-on'
import { toUsd } from '@chuma/contract/surveys/to-usd'
import type { RequestWithdrawalInput, WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import { invalidField } from '../app-error.ts'

const MIN_USD = 1

type Terms = { economy: Economy; methods: readonly WithdrawalMethod[]; day: string }
type Price = { amountKes: number; taxPercent: number; taxKes: number; amountUsd: number | null }

/**
 * Calculate the amounts of a request on `day`, at the current rates. A provider's limits apply to what is sent: the
 * amount less the tax.
 * @throws AppError INVALID_INPUT naming the field
 */
export function priceWithdrawal(input: RequestWithdrawalInput, { economy, methods, day }: Terms): Price {
  if (!methods.includes(input.withdrawalMethod)) {
    throw invalidField('withdrawalMethod', 'METHOD_CLOSED', { methods: [...methods] })
  }
  const amountKes = checkAmount(input, economy)
  const tax = taxOn(economy, amountKes, day)
  const payoutKes = amountKes - tax.taxKes
  if (payoutKes < 1) throw invalidField('pointsToWithdraw', 'NOTHING_AFTER_TAX')
  if (input.withdrawalMethod === 'mpesa') checkMpesa(payoutKes, economy)
  const amountUsd = input.withdrawalMethod === 'paypal' ? priceInUsd(payoutKes, economy) : null
  return { amountKes, ...tax, amountUsd }
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

function priceInUsd(payoutKes: number, { kesPerUsd }: Economy): number {
  const amountUsd = toUsd(payoutKes, kesPerUsd)
  if (amountUsd >= MIN_USD) return amountUsd
  throw invalidField('pointsToWithdraw', 'PAYPAL_TOO_SMALL', { amountUsd: MIN_USD })
}
