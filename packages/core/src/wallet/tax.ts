import type { TaxEarnings, TaxTerms } from '@chuma/contract/books/tax'
import { taxOf } from '@chuma/contract/wallet/withdrawal-rules'
import type { Db, Trx } from '@chuma/db/client'
import { listRates, listRatesFor } from '@chuma/db/queries/books/tax'
import { type NewTaxPart, splitByEarnings } from '@chuma/db/queries/books/tax-files'
import type { Deps } from '../deps.ts'
import { type CacheOptions, createCached } from '../live/cached.ts'

type Payment = {
  memberId: string
  points: number
  kesPerPoint: number
  /** The withdrawal, if it exists already. */
  withdrawalId?: string
  taxTerms: TaxTerms
}
export type Tax = { taxPercent: number; taxKes: number }

export type PartedTax = Tax & { parts: NewTaxPart[] }

/**
 * Calculate the tax of a payment as if it were made today: each part at the rate of its earnings (docs/decisions/0089). The caller has
 * locked the member's wallet, and read the terms after that.
 */
export async function calculateTax(trx: Trx, payment: Payment): Promise<PartedTax> {
  const { residence } = payment.taxTerms
  const parts = await splitPayment(trx, payment)
  const taxed = parts.map(({ earnings, points, percent }) => {
    const taxKes = taxOf(points * payment.kesPerPoint, percent)
    return { earnings, residence, points, percent, taxKes }
  })
  const taxKes = taxed.reduce((sum, part) => sum + part.taxKes, 0)
  const [only, ...others] = taxed
  if (only && others.length === 0) return { taxPercent: only.percent, taxKes, parts: taxed }
  return { taxPercent: percentOf(taxKes, payment.points * payment.kesPerPoint), taxKes, parts: taxed }
}

/** Most installations have one rate: then nobody's postings are read. */
async function splitPayment(trx: Trx, { memberId, points, withdrawalId, taxTerms }: Payment) {
  const rates = listRates(taxTerms.rates)
  const percents = new Set(rates.map(({ percent }) => percent))
  const [one = 0] = percents
  if (percents.size < 2) return [{ earnings: 'all' as const, points, percent: one }]
  const split = await splitByEarnings(trx, {
    memberId,
    points,
    ...(withdrawalId && { before: withdrawalId }),
  })
  const percentBy = new Map<TaxEarnings, number>(rates.map(({ earnings, percent }) => [earnings, percent]))
  return split.map((part) => ({ ...part, percent: percentBy.get(part.earnings) ?? 0 }))
}

/** What is withheld of the whole, in hundredths of a percent; never 0 where something is. */
function percentOf(taxKes: number, amountKes: number): number {
  if (taxKes === 0) return 0
  return Math.max(1, Math.round((taxKes * 10_000) / amountKes)) / 100
}

/** Read the highest rate of today, above which no resident's payment is taxed, and cache it. */
export function createTaxReader(db: Db, options?: CacheOptions): Deps['taxPercent'] {
  const read = async () => Math.max(...(await listRatesFor(db, 'resident')).map(({ percent }) => percent))
  return createCached(read, undefined, options)
}
