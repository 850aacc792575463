import { codeMessage } from '../b2c/code-messages.ts'
import type { Behaviour, Failure } from '../behaviours/behaviour.ts'
import { newConversationId, newReceipt } from '../new-ids.ts'
import type { B2cRequest } from '../request-schemas.ts'
import type { World } from '../world.ts'
import type { Order } from './order.ts'

/** Decides about one payment. Saving the order is what moves the money. */
export function placeOrder(world: World, request: B2cRequest, behaviour: Behaviour): Order {
  const now = new Date()
  const amountKes = request.Amount
  const failure = world.initiator.judgePayment(
    behaviour.failure ?? ruleBroken(amountKes, world.book.funds().utilityKes),
  )
  return {
    originatorConversationId: request.OriginatorConversationID,
    conversationId: newConversationId(now),
    receipt: newReceipt(),
    msisdn: request.PartyB,
    amountKes,
    chargeKes: chargeKesFor(amountKes),
    status: failure ? 'Declined' : behaviour.pending ? 'Pending Authorized' : 'Completed',
    resultCode: failure?.code ?? 0,
    resultDesc: failure?.message ?? codeMessage(0),
    hiddenFromQueries: behaviour.hiddenFromQueries === true,
    resultUrl: request.ResultURL,
    timeoutUrl: request.QueueTimeOutURL,
    acceptedAt: now.toISOString(),
    completedAt: now.toISOString(),
  }
}

function ruleBroken(amountKes: number, utilityKes: number): Failure | undefined {
  const code = amountKes < 10 ? 2 : amountKes > 250_000 ? 3 : amountKes > utilityKes ? 1 : undefined
  return code === undefined ? undefined : { code, message: codeMessage(code) }
}

/** What the business pays for one payment to a member, by amount. */
const rows = [
  { upToKes: 100, chargeKes: 0 },
  { upToKes: 1_500, chargeKes: 5 },
  { upToKes: 5_000, chargeKes: 9 },
  { upToKes: 20_000, chargeKes: 11 },
  { upToKes: 250_000, chargeKes: 13 },
]

function chargeKesFor(amountKes: number): number {
  return rows.find(({ upToKes }) => amountKes <= upToKes)?.chargeKes ?? 0
}
