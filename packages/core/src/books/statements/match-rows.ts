import type { DeskReason, EntryKind, RowPurpose } from '@chuma/contract/books/statements'
import { MPESA } from '@chuma/db/queries/books/statement-rows'

export type OpenRow = {
  rowId: string
  account: string
  receipt: string | null
  linkedReceipt: string | null
  purpose: RowPurpose
  amountCents: number | null
  numberEnd: string | null
  day: string | null
}

/** A paid withdrawal, or one that an attempt says was paid. */
export type OurPayout = {
  withdrawalId: string
  receipt: string
  payoutKes: number
  isPaid: boolean
  method: string
  numberEnd: string | null
  day: string | null
}
type OurPayment = { paymentId: string; receipt: string; amountKes: number; isPaid: boolean }

/** What the rows are matched with. */
export type Books = {
  payouts: readonly OurPayout[]
  /** Paid by hand around the days of the rows, without a receipt. */
  withoutReceipt: readonly OurPayout[]
  payments: readonly OurPayment[]
  /** The row that a payment of ours belongs to, by `payout:` or `collection:` and its id. */
  claims: ReadonlyMap<string, string>
  /** Purposes of the rows with a receipt, those of earlier imports too. */
  purposes: ReadonlyMap<string, ReadonlySet<RowPurpose>>
}

type Link = { withdrawalId?: string; paymentId?: string }
export type Outcome = Link &
  ({ to: 'book'; kind: EntryKind; rule: string; claim?: string } | { to: 'desk'; reason: DeskReason })

/** How many days a bank or a person may book later or earlier. */
export const DAYS_APART = 1

type Rule = {
  name: string
  of: readonly RowPurpose[]
  /** Undefined: the rule does not fit, the next one is tried. */
  judge: (row: OpenRow, books: Lookup) => Outcome | undefined
}

const desk = (reason: DeskReason, link: Link = {}): Outcome => ({ to: 'desk', reason, ...link })

/** From the first to the last; the first outcome counts. `by amount` follows when every row's receipt has been tried. */
export const RULES: readonly Rule[] = [
  {
    name: 'receipt',
    of: ['payout'],
    judge: (row, { payoutsOf, claims }) => {
      const [payout] = payoutsOf(row.receipt)
      if (!payout) return undefined
      const { withdrawalId } = payout
      if (!payout.isPaid) return desk('payout-open', { withdrawalId })
      if (payout.payoutKes * 100 !== -(row.amountCents ?? 0)) return desk('amount-differs', { withdrawalId })
      const claim = `payout:${withdrawalId}`
      if ((claims.get(claim) ?? row.rowId) !== row.rowId) return desk('payout-twice', { withdrawalId })
      return { to: 'book', kind: 'payout', rule: 'receipt', withdrawalId, claim }
    },
  },
  {
    name: 'charge of a payout',
    of: ['charge'],
    judge: (row, { payoutsOf, purposesOf }) => {
      const [payout] = payoutsOf(row.receipt ?? row.linkedReceipt)
      if (!payout || !purposesOf(row.receipt).has('payout')) return undefined
      return { to: 'book', kind: 'charge', rule: 'charge of a payout', withdrawalId: payout.withdrawalId }
    },
  },
  {
    name: 'charge of a row',
    of: ['charge'],
    judge: (row, { purposesOf, paymentOf }) => {
      const hasRow = [...purposesOf(row.receipt), ...purposesOf(row.linkedReceipt)].some(isMove)
      if (!hasRow) return undefined
      const payment = paymentOf(row.receipt)
      return {
        to: 'book',
        kind: 'charge',
        rule: 'charge of a row',
        ...(payment && { paymentId: payment.paymentId }),
      }
    },
  },
  { name: 'charge alone', of: ['charge'], judge: () => desk('charge-alone') },
  {
    name: 'collection',
    of: ['collection', 'money-in'],
    judge: (row, { paymentOf, claims }) => {
      const payment = paymentOf(row.receipt)
      if (!payment) return undefined
      const { paymentId } = payment
      if (!payment.isPaid) return desk('collection-unknown', { paymentId })
      if (payment.amountKes * 100 !== row.amountCents) return desk('amount-differs', { paymentId })
      const claim = `collection:${paymentId}`
      if ((claims.get(claim) ?? row.rowId) !== row.rowId) return desk('payout-twice', { paymentId })
      return { to: 'book', kind: 'collection', rule: 'collection', paymentId, claim }
    },
  },
  { name: 'unknown collection', of: ['collection'], judge: () => desk('collection-unknown') },
  { name: 'unknown money in', of: ['money-in'], judge: () => desk('money-in') },
  {
    name: 'top-up',
    of: ['top-up'],
    judge: () => ({ to: 'book', kind: 'top-up', rule: 'top-up' }),
  },
  {
    name: 'transfer',
    of: ['transfer'],
    judge: () => ({ to: 'book', kind: 'transfer', rule: 'transfer' }),
  },
  {
    name: 'reversal',
    of: ['reversal'],
    // Staff decide what became of the withdrawal; the statement alone changes nothing of a member's.
    judge: (row, { payoutsOf }) => {
      const [payout] = [...payoutsOf(row.linkedReceipt), ...payoutsOf(row.receipt)]
      return desk('reversal', payout && { withdrawalId: payout.withdrawalId })
    },
  },
  {
    name: 'failed',
    of: ['failed'],
    judge: () => ({ to: 'book', kind: 'nothing', rule: 'failed' }),
  },
  {
    name: 'pending before its result',
    of: ['pending'],
    judge: (row, { purposesOf }) =>
      [...purposesOf(row.receipt)].some((purpose) => isMove(purpose) || purpose === 'failed')
        ? { to: 'book', kind: 'nothing', rule: 'pending before its result' }
        : desk('pending'),
  },
  { name: 'unreadable', of: ['unreadable'], judge: () => desk('unreadable') },
]

const isMove = (purpose: RowPurpose) => !['charge', 'failed', 'pending', 'unreadable'].includes(purpose)

type Lookup = {
  payoutsOf: (receipt: string | null) => readonly OurPayout[]
  paymentOf: (receipt: string | null) => OurPayment | undefined
  purposesOf: (receipt: string | null) => ReadonlySet<RowPurpose>
  /** Grows as rows are matched. */
  claims: Map<string, string>
}

/** Decide what becomes of every row. The order of the rows does not matter. */
export function matchRows(rows: readonly OpenRow[], books: Books): Map<string, Outcome> {
  const outcomes = new Map<string, Outcome>()
  const lookup = createLookup(books)
  const note = (row: OpenRow, outcome: Outcome) => {
    if (outcome.to === 'book' && outcome.claim) lookup.claims.set(outcome.claim, row.rowId)
    outcomes.set(row.rowId, outcome)
  }
  const left: OpenRow[] = []
  for (const row of [...rows].sort((a, b) => (a.rowId < b.rowId ? -1 : 1))) {
    const outcome = judge(row, lookup)
    if (outcome) note(row, outcome)
    else left.push(row)
  }
  for (const [row, outcome] of matchByAmount(left, books, lookup)) note(row, outcome)
  return outcomes
}

function judge(row: OpenRow, lookup: Lookup): Outcome | undefined {
  for (const { of, judge } of RULES) {
    const outcome = of.includes(row.purpose) ? judge(row, lookup) : undefined
    if (outcome) return outcome
  }
  return undefined
}

/**
 * A payout without a receipt of ours belongs to a withdrawal paid by hand without one, of the same amount, number and day or the next.
 * Only if that is the one such withdrawal of this row, and this the one such row of the withdrawal.
 */
function matchByAmount(rows: readonly OpenRow[], { withoutReceipt }: Books, { claims }: Lookup) {
  const free = withoutReceipt.filter(({ withdrawalId }) => !claims.has(`payout:${withdrawalId}`))
  const found = rows.map((row) => ({ row, fitting: free.filter((payout) => fits(row, payout)) }))
  const rowsOf = groupBy(
    found.flatMap(({ fitting }) => fitting),
    ({ withdrawalId }) => withdrawalId,
  )
  return found.map(({ row, fitting }): [OpenRow, Outcome] => {
    const [payout, other] = fitting
    if (!payout) return [row, desk('payout-unknown')]
    const { withdrawalId } = payout
    if (other) return [row, desk('ambiguous')]
    if ((rowsOf.get(withdrawalId)?.length ?? 0) > 1) return [row, desk('ambiguous', { withdrawalId })]
    const claim = `payout:${withdrawalId}`
    return [row, { to: 'book', kind: 'payout', rule: 'amount, number and day', withdrawalId, claim }]
  })
}

function fits(row: OpenRow, { payoutKes, method, numberEnd, day }: OurPayout): boolean {
  if (row.account !== MPESA || method !== 'mpesa' || !row.day || !day) return false
  const apart = Math.abs(Date.parse(row.day) - Date.parse(day)) / (24 * 3600 * 1000)
  return (
    payoutKes * 100 === -(row.amountCents ?? 0) &&
    numberEnd !== null &&
    row.numberEnd === numberEnd &&
    apart <= DAYS_APART
  )
}

function createLookup({ payouts, payments, purposes, claims }: Books): Lookup {
  const byReceipt = groupBy(payouts, ({ receipt }) => receipt)
  const paymentByReceipt = new Map(payments.map((payment) => [payment.receipt, payment]))
  const none = new Set<RowPurpose>()
  // A paid one first: another withdrawal's attempt may have the same receipt.
  const order = (list: readonly OurPayout[]) => [...list].sort((a, b) => Number(b.isPaid) - Number(a.isPaid))
  return {
    payoutsOf: (receipt) => (receipt === null ? [] : order(byReceipt.get(receipt) ?? [])),
    paymentOf: (receipt) => (receipt === null ? undefined : paymentByReceipt.get(receipt)),
    purposesOf: (receipt) => (receipt === null ? none : (purposes.get(receipt) ?? none)),
    claims: new Map(claims),
  }
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
