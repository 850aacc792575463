import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

const order = z.object({
  originatorConversationId: z.string(),
  conversationId: z.string(),
  receipt: z.string(),
  msisdn: z.string(),
  amountKes: z.int(),
  status: z.enum(['Completed', 'Declined', 'Pending Authorized']),
  resultCode: z.union([z.number(), z.string()]),
  resultDesc: z.string(),
  hiddenFromQueries: z.boolean(),
  acceptedAt: z.string(),
  completedAt: z.string(),
})
export type Order = z.infer<typeof order>

const line = z.union([z.object({ addedKes: z.int() }), z.object({ order })])

export type Payment = Pick<
  Order,
  'originatorConversationId' | 'conversationId' | 'receipt' | 'msisdn' | 'amountKes' | 'completedAt'
>
export type Ledger = { utilityKes: number; payments: Payment[] }

/**
 * The simulator's money. Every change is one line of the state file before anybody learns of it, so a killed
 * simulator still knows after a restart whom it paid.
 */
export function openOrderBook(openingKes: number, stateFile?: string) {
  const orders = new Map<string, Order>()
  let addedKes = 0

  function apply(entry: z.infer<typeof line>) {
    if ('order' in entry) orders.set(entry.order.originatorConversationId, entry.order)
    else addedKes += entry.addedKes
  }
  function write(entry: z.infer<typeof line>) {
    if (stateFile !== undefined) appendFileSync(stateFile, `${JSON.stringify(entry)}\n`)
    apply(entry)
  }
  const completed = () => [...orders.values()].filter(({ status }) => status === 'Completed')
  const utilityKes = () => completed().reduce((rest, { amountKes }) => rest - amountKes, addedKes)

  const remembered = stateFile === undefined ? [] : readLines(stateFile)
  for (const entry of remembered) apply(entry)
  if (remembered.length === 0) write({ addedKes: openingKes })

  return {
    find: (originatorConversationId: string) => orders.get(originatorConversationId),
    findByReceipt: (receipt: string) => [...orders.values()].find((known) => known.receipt === receipt),
    save: (entry: Order) => write({ order: entry }),
    addFloat: (kes: number) => write({ addedKes: kes }),
    utilityKes,
    ledger: (): Ledger => ({
      utilityKes: utilityKes(),
      payments: completed().map((paid) => ({
        originatorConversationId: paid.originatorConversationId,
        conversationId: paid.conversationId,
        receipt: paid.receipt,
        msisdn: paid.msisdn,
        amountKes: paid.amountKes,
        completedAt: paid.completedAt,
      })),
    }),
  }
}

export type OrderBook = ReturnType<typeof openOrderBook>

function readLines(stateFile: string) {
  if (!existsSync(stateFile)) return []
  const lines = readFileSync(stateFile, 'utf8').split('\n')
  // Killed in the middle of a write: nobody was told of what the last line was about.
  const torn = lines.pop()
  if (torn !== '') appendFileSync(stateFile, '\n')
  return lines.flatMap((text) => line.safeParse(parseJson(text)).data ?? [])
}
