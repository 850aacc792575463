import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { formatEatCompact, formatEatPlain } from '../eat-time.ts'
import { parseJson } from '../exchange.ts'

/** A payment as the state file keeps it. What has a default is missing in older files. */
const order = z.object({
  originatorConversationId: z.string(),
  conversationId: z.string(),
  receipt: z.string(),
  msisdn: z.string(),
  amountKes: z.int(),
  chargeKes: z.int().default(0),
  status: z.enum(['Completed', 'Declined', 'Pending Authorized']),
  resultCode: z.union([z.number(), z.string()]),
  resultDesc: z.string(),
  hiddenFromQueries: z.boolean(),
  resultUrl: z.string().default(''),
  timeoutUrl: z.string().default(''),
  acceptedAt: z.string(),
  completedAt: z.string(),
})
export type Order = z.infer<typeof order>

/** Money that a member was asked for. */
const stkOrder = z.object({
  merchantRequestId: z.string(),
  checkoutRequestId: z.string(),
  receipt: z.string(),
  msisdn: z.string(),
  amountKes: z.int(),
  accountReference: z.string(),
  isPaid: z.boolean(),
  resultCode: z.union([z.number(), z.string()]),
  resultDesc: z.string(),
  callbackUrl: z.string(),
  completedAt: z.string(),
})
export type StkOrder = z.infer<typeof stkOrder>

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

const line = z.union([
  // Older files have neither receipt nor time.
  z.object({ addedKes: z.int(), receipt: z.string().default(''), at: z.string().default('') }),
  z.object({ order }),
  z.object({ stk: stkOrder }),
  z.object({ wallet: z.object({ msisdn: z.string(), addedKes: z.int() }) }),
])
type Entry = z.infer<typeof line>

/**
 * Every change is one line of the file before anybody learns of it, so a killed simulator still knows after a restart
 * whom it paid. Without a file it forgets.
 */
export function openStateFile<Entry>(
  stateFile: string | undefined,
  read: (line: unknown) => Entry | undefined,
) {
  return {
    entries: stateFile === undefined ? [] : readLines(stateFile).flatMap((line) => read(line) ?? []),
    append(entry: Entry): void {
      if (stateFile !== undefined) appendFileSync(stateFile, `${JSON.stringify(entry)}\n`)
    },
  }
}

function readLines(stateFile: string): unknown[] {
  if (!existsSync(stateFile)) return []
  const lines = readFileSync(stateFile, 'utf8').split('\n')
  // Killed in the middle of a write: nobody was told of what the last line was about.
  const torn = lines.pop()
  if (torn !== '') appendFileSync(stateFile, '\n')
  return lines.map((text) => parseJson(text))
}

/** Money that came to (positive) or left (negative) one of the business's accounts. */
type Movement = {
  receipt: string
  completedAt: string
  account: 'utility' | 'working' | 'charges'
  kind: 'float' | 'payout' | 'charge' | 'payment'
  amountKes: number
  msisdn?: string
  reference?: string
}

/** A charge is booked on an account of its own that goes below zero; the receipt is that of the payment. */
function movementsOfOrder(paid: Order): Movement[] {
  const { receipt, completedAt, msisdn, amountKes, chargeKes, originatorConversationId: reference } = paid
  const row = { receipt, completedAt, msisdn, reference }
  const payout = { ...row, account: 'utility', kind: 'payout', amountKes: -amountKes } as const
  if (chargeKes === 0) return [payout]
  return [payout, { ...row, account: 'charges', kind: 'charge', amountKes: -chargeKes }]
}

function movementOfStk({ receipt, completedAt, msisdn, amountKes, accountReference }: StkOrder): Movement {
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

export type Funds = { utilityKes: number; workingKes: number; chargesKes: number }

function balancesOf(movements: Movement[]): Funds {
  const sum = (account: Movement['account']) =>
    movements.reduce((total, move) => (move.account === account ? total + move.amountKes : total), 0)
  return { utilityKes: sum('utility'), workingKes: sum('working'), chargesKes: sum('charges') }
}

type StatementRow = Movement & {
  /** Of the row's account, after it. */
  balanceKes: number
}

function makeStatement(movements: Movement[]): StatementRow[] {
  const balances = { utility: 0, working: 0, charges: 0 }
  const inOrder = [...movements].sort((one, other) => compare(one.completedAt, other.completedAt))
  return inOrder.map((movement) => {
    balances[movement.account] += movement.amountKes
    return { ...movement, balanceKes: balances[movement.account] }
  })
}

/** The payouts alone, as a file for an import. Nothing in it needs quoting. */
export function makePayoutsCsv(rows: StatementRow[]): string {
  const lines = rows
    .filter(({ kind }) => kind === 'payout')
    .map(({ receipt, amountKes, msisdn = '', completedAt }) =>
      [receipt, -amountKes, msisdn, formatEatPlain(new Date(completedAt))].join(','),
    )
  return `${['receipt,amount,number,completed at', ...lines].join('\n')}\n`
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

type Payment = Pick<
  Order,
  'originatorConversationId' | 'conversationId' | 'receipt' | 'msisdn' | 'amountKes' | 'completedAt'
>
type Ledger = { utilityKes: number; payments: Payment[] }

/** What a member holds who was never paid and never paid. */
const openingWalletKes = 50_000

/** The simulator's money: what the business holds at M-Pesa, and what the members do. */
export function openOrderBook(openingKes: number, stateFile?: string) {
  const orders = new Map<string, Order>()
  const stkOrders = new Map<string, StkOrder>()
  const floats: Movement[] = []
  const walletsAdded = new Map<string, number>()
  const file = openStateFile<Entry>(stateFile, (entry) => line.safeParse(entry).data)

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

export type Settlement = { originatorConversationId: string; status: 'Completed' | 'Declined' }

/** Ends a pending order, without a callback. Says whether there was one. */
export function settleOrder(book: OrderBook, { originatorConversationId, status }: Settlement): boolean {
  const order = book.find(originatorConversationId)
  if (order?.status !== 'Pending Authorized') return false
  book.save({ ...order, status, completedAt: new Date().toISOString() })
  return true
}
