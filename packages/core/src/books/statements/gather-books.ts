import type { RowPurpose } from '@chuma/contract/books/statements'
import type { Trx } from '@chuma/db/client'
import {
  findClaims,
  findPaidWithoutReceipt,
  findPayments,
  findPayouts,
  findPurposes,
} from '@chuma/db/queries/books/statement-books'
import { type Books, DAYS_APART, type OpenRow } from './match-rows.ts'

/** Read everything of ours that the rows may belong to. */
export async function gatherBooks(trx: Trx, rows: readonly OpenRow[]): Promise<Books> {
  const receipts = [
    ...new Set(rows.flatMap(({ receipt, linkedReceipt }) => [receipt, linkedReceipt])),
  ].filter((receipt) => receipt !== null)
  const payouts = await findPayouts(trx, receipts)
  const payments = await findPayments(trx, receipts)
  const withoutReceipt = await findWithoutReceipt(trx, rows)
  const claims = await findClaims(trx, [
    ...[...payouts, ...withoutReceipt].map(({ withdrawalId }) => `payout:${withdrawalId}`),
    ...payments.map(({ paymentId }) => `collection:${paymentId}`),
  ])
  const purposes = new Map<string, Set<RowPurpose>>()
  for (const { receipt, purpose } of [...(await findPurposes(trx, receipts)), ...rows]) {
    if (receipt !== null) purposes.set(receipt, (purposes.get(receipt) ?? new Set()).add(purpose))
  }
  return {
    payouts,
    payments,
    withoutReceipt,
    purposes,
    claims: new Map(claims.map(({ subject, rowId }) => [subject, rowId])),
  }
}

async function findWithoutReceipt(trx: Trx, rows: readonly OpenRow[]) {
  const sent = rows.filter(({ purpose }) => purpose === 'payout')
  const days = sent.flatMap(({ day }) => day ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const amounts = new Set(sent.flatMap(({ amountCents }) => (amountCents ? -amountCents / 100 : [])))
  return findPaidWithoutReceipt(trx, {
    amountsKes: [...amounts].filter(Number.isSafeInteger),
    firstDay: move(first, -DAYS_APART),
    lastDay: move(last, DAYS_APART),
  })
}

function move(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 24 * 3600 * 1000).toISOString().slice(0, 10)
}
