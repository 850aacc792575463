import type {
  Payment,
  PayoutProvider,
  PayoutResult,
  SendOutcome,
} from '../../src/payouts/attempts/payouts.ts'
import { createScriptedProvider, failedResult, newReceipt, paidResult } from '../../src/payouts/testing.ts'

/** What happens to one order. */
export type Plan = {
  send:
    | 'accepted'
    | 'taken, reply lost'
    | 'on its way, reply lost'
    | 'dropped, reply lost'
    | 'busy'
    | 'busy, but taken'
    | 'refused'
    | 'locked out'
    | 'killed after it was taken'
  /** `late`: it is said to have failed, and paid afterwards. */
  fate: 'paid' | 'member' | 'operator' | 'busy' | 'late' | 'twice' | 'reversed'
}

/** Money that moved. `amountKes` below zero: it left. `of`: the receipt of the movement that this one reverses. */
export type Movement = {
  receipt: string
  amountKes: number
  msisdn: string
  /** Our id of the order; of a payment by hand the withdrawal's. */
  id: string
  of: string | null
}

type Order = { payment: Payment; fate: Plan['fate']; receipt: string; hasEnded: boolean }

/** A provider with a ledger of its own, which executes each id once. Its queries always tell what it has done so far. */
export function createProviderBook(name: string, plans: Plan[]) {
  const orders = new Map<string, Order>()
  const movements: Movement[] = []
  /** The second payments of orders, by receipt. */
  const seconds = new Map<string, string>()
  const onTheWay: (() => void)[] = []
  const scripted = createScriptedProvider()
  const provider: PayoutProvider = { ...scripted.provider, name }

  const move = (payment: Payment, receipt: string, of: string | null = null) => {
    const amountKes = of === null ? -payment.amountKes : payment.amountKes
    const { msisdn, originatorConversationId: id } = payment
    movements.push({ receipt, amountKes, msisdn, id, of })
  }
  const accept = (payment: Payment, fate: Plan['fate']) => {
    const receipt = newReceipt()
    orders.set(payment.originatorConversationId, { payment, fate, receipt, hasEnded: false })
    if (fate === 'paid' || fate === 'twice' || fate === 'reversed') move(payment, receipt)
  }
  const say = ({ payment, fate, receipt, hasEnded }: Order): PayoutResult => {
    if (fate === 'member' || fate === 'operator' || fate === 'busy') return failedResult(payment, fate)
    if (fate === 'late' && !hasEnded) return failedResult(payment, 'member')
    const { amountKes, msisdn } = payment
    return { ...paidResult(payment, receipt), amountKes, msisdn }
  }
  scripted.play.send = async (payment) => {
    const { send, fate } = plans.shift() ?? { send: 'accepted', fate: 'paid' }
    const refusal = { outcome: 'not-sent', code: '500.003.02', reason: 'Busy', stopQueue: false } as const
    if (send === 'busy') return { ...refusal, retryable: true, isBusy: true }
    if (send === 'refused') return { ...refusal, retryable: false }
    if (send === 'locked out') return { ...refusal, retryable: true, stopQueue: true }
    const lost: SendOutcome = { outcome: 'unknown', code: '500.002.1001', reason: 'Duplicate or lost' }
    if (send === 'dropped, reply lost' || orders.has(payment.originatorConversationId)) return lost
    if (send === 'on its way, reply lost') {
      onTheWay.push(() => accept(payment, fate))
      return lost
    }
    accept(payment, fate)
    if (send === 'busy, but taken') return { ...refusal, retryable: true, isBusy: true }
    if (send === 'killed after it was taken') throw new Error('killed')
    if (send === 'taken, reply lost') return lost
    return { outcome: 'accepted', conversationId: `AG_${payment.originatorConversationId}` }
  }
  return {
    name,
    provider,
    orders,
    movements,
    seconds,
    queries: scripted.queries,
    /** What it answers about an id. */
    answer: (id: string): PayoutResult => {
      const order = orders.get(id)
      return order ? say(order) : { code: 'SFC_IC0003', description: 'Not found.', verdict: 'unknown' }
    },
    arrive: () => {
      for (const take of onTheWay.splice(0)) take()
    },
    /** What it does after it has reported: pays what had failed, pays again, or takes a payment back. */
    haveSecondThoughts: () => {
      for (const order of orders.values()) {
        if (order.hasEnded) continue
        order.hasEnded = true
        if (order.fate === 'late') move(order.payment, order.receipt)
        if (order.fate === 'twice') {
          const second = newReceipt()
          seconds.set(second, order.payment.originatorConversationId)
          move(order.payment, second)
        }
        if (order.fate === 'reversed') move(order.payment, newReceipt(), order.receipt)
      }
    },
  }
}
