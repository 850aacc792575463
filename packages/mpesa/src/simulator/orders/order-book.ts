import { newReceipt } from '../new-ids.ts'
import { balancesOf } from './balances.ts'
import { type Movement, movementOfStk, movementsOfOrder } from './movements.ts'
import type { Order, StkOrder } from './order.ts'
import { type Entry, openStateFile } from './state-file.ts'
import { makeStatement } from './statement.ts'

export type Payment = Pick<
  Order,
  'originatorConversationId' | 'conversationId' | 'receipt' | 'msisdn' | 'amountKes' | 'completedAt'
>
export type Ledger = { utilityKes: number; payments: Payment[] }

/** What a member holds who was never paid and never paid. */
const openingWalletKes = 50_000

/** The simulator's money: what the business holds at M-Pesa, and what the members do. */
export function openOrderBook(openingKes: number, stateFile?: string) {
  const orders = new Map<string, Order>()
  const stkOrders = new Map<string, StkOrder>()
  const floats: Movement[] = []
  const walletsAdded = new Map<string, number>()
  const file = openStateFile(stateFile)

  function apply(entry: Entry) {
    if ('order' in entry) orders.set(entry.order.originatorConversationId, entry.order)
    else if ('stk' in entry) stkOrders.set(entry.stk.checkoutRequestId, entry.stk)
    else if ('wallet' in entry) add(walletsAdded, entry.wallet.msisdn, entry.wallet.addedKes)
    else floats.push(movementOfFloat(entry))
  }
  function write(entry: Entry) {
    file.append(entry)
    apply(entry)
  }
  const addFloat = (kes: number) =>
    write({ addedKes: kes, receipt: newReceipt(), at: new Date().toISOString() })
  const paidOrders = () => [...orders.values()].filter(({ status }) => status === 'Completed')
  const paidStk = () => [...stkOrders.values()].filter(({ isPaid }) => isPaid)
  const movements = () => [
    ...floats,
    ...paidOrders().flatMap(movementsOfOrder),
    ...paidStk().map(movementOfStk),
  ]
  const funds = () => balancesOf(movements())
  function wallets(): Map<string, number> {
    const moved = new Map(walletsAdded)
    for (const { msisdn, amountKes } of paidOrders()) add(moved, msisdn, amountKes)
    for (const { msisdn, amountKes } of paidStk()) add(moved, msisdn, -amountKes)
    return new Map([...moved].map(([msisdn, kes]) => [msisdn, openingWalletKes + kes]))
  }

  for (const entry of file.entries) apply(entry)
  if (file.entries.length === 0) addFloat(openingKes)

  return {
    find: (originatorConversationId: string) => orders.get(originatorConversationId),
    findByReceipt: (receipt: string) => [...orders.values()].find((known) => known.receipt === receipt),
    findStk: (checkoutRequestId: string) => stkOrders.get(checkoutRequestId),
    lastReceipt: () => paidOrders().at(-1)?.receipt,
    orders: () => [...orders.values()],
    stkOrders: () => [...stkOrders.values()],
    save: (entry: Order) => write({ order: entry }),
    saveStk: (entry: StkOrder) => write({ stk: entry }),
    addFloat,
    addWallet: (msisdn: string, addedKes: number) => write({ wallet: { msisdn, addedKes } }),
    walletKes: (msisdn: string) => wallets().get(msisdn) ?? openingWalletKes,
    funds,
    books: () => ({ ...funds(), wallets: Object.fromEntries(wallets()) }),
    statement: () => makeStatement(movements()),
    ledger: (): Ledger => ({ utilityKes: funds().utilityKes, payments: paidOrders().map(toPayment) }),
  }
}

export type OrderBook = ReturnType<typeof openOrderBook>

function add(sums: Map<string, number>, key: string, kes: number): void {
  sums.set(key, (sums.get(key) ?? 0) + kes)
}

function movementOfFloat(entry: Extract<Entry, { addedKes: number }>): Movement {
  const { addedKes: amountKes, receipt, at: completedAt } = entry
  return { receipt, completedAt, account: 'utility', kind: 'float', amountKes }
}

function toPayment(paid: Order): Payment {
  const { originatorConversationId, conversationId, receipt, msisdn, amountKes, completedAt } = paid
  return { originatorConversationId, conversationId, receipt, msisdn, amountKes, completedAt }
}
