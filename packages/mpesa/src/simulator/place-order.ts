import { randomBytes } from 'node:crypto'
import { formatEatCompact } from '../eat-time.ts'
import type { Behaviour } from './behaviours.ts'
import type { Order } from './order-book.ts'
import type { B2cRequest } from './request-schemas.ts'

/** Decides about one payment. Saving the order is what moves the money. */
export function placeOrder(request: B2cRequest, behaviour: Behaviour, utilityKes: number): Order {
  const now = new Date()
  const failure = behaviour.failure ?? ruleBroken(request.Amount, utilityKes)
  return {
    originatorConversationId: request.OriginatorConversationID,
    conversationId: newConversationId(now),
    receipt: newReceipt(),
    msisdn: request.PartyB,
    amountKes: request.Amount,
    status: failure ? 'Declined' : behaviour.pending ? 'Pending Authorized' : 'Completed',
    resultCode: failure?.code ?? 0,
    resultDesc: failure?.message ?? 'The service request is processed successfully.',
    hiddenFromQueries: behaviour.hiddenFromQueries === true,
    acceptedAt: now.toISOString(),
    completedAt: now.toISOString(),
  }
}

export function newConversationId(now: Date): string {
  return `AG_${formatEatCompact(now).slice(0, 8)}_${randomBytes(10).toString('hex')}`
}

/** Random instead of counted: receipts stay unique over restarts and over several simulators on one database. */
export function newReceipt(): string {
  const digits = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .toUpperCase()
  return `S${digits.padStart(9, '0').slice(-9)}`
}

function ruleBroken(amountKes: number, utilityKes: number): Behaviour['failure'] {
  if (amountKes < 10) return { code: 2, message: 'Declined due to limit rule: less than the minimum amount.' }
  if (amountKes > 250_000)
    return { code: 3, message: 'Declined due to limit rule: greater than the maximum amount.' }
  if (amountKes > utilityKes) return { code: 1, message: 'The balance is insufficient for the transaction.' }
  return undefined
}
