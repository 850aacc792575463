import type { Order, StkOrder } from './order.ts'

/** Money that came to (positive) or left (negative) one of the business's accounts. */
export type Movement = {
  receipt: string
  completedAt: string
  account: 'utility' | 'working' | 'charges'
  kind: 'float' | 'payout' | 'charge' | 'payment'
  amountKes: number
  msisdn?: string
  reference?: string
}

/** A charge is booked on an account of its own that goes below zero; the receipt is that of the payment. */
export function movementsOfOrder(paid: Order): Movement[] {
  const { receipt, completedAt, msisdn, amountKes, chargeKes, originatorConversationId: reference } = paid
  const row = { receipt, completedAt, msisdn, reference }
  const payout = { ...row, account: 'utility', kind: 'payout', amountKes: -amountKes } as const
  if (chargeKes === 0) return [payout]
  return [payout, { ...row, account: 'charges', kind: 'charge', amountKes: -chargeKes }]
}

export function movementOfStk({
  receipt,
  completedAt,
  msisdn,
  amountKes,
  accountReference,
}: StkOrder): Movement {
  return {
    receipt,
    completedAt,
    account: 'working',
    kind: 'payment',
    amountKes,
    msisdn,
    reference: accountReference,
  }
}
