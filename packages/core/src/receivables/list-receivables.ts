import type { Ageing, ListReceivablesInput, receivables } from '@chuma/contract/receivables/receivables'
import type { Answer } from '@chuma/contract/timestamp'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import {
  listMonthSums,
  listOpenAmounts,
  listPartnerSums,
  type PartnerSum,
} from '@chuma/db/queries/receivables/sums'
import type { Deps } from '../deps.ts'
import { ceilingOf } from './exposure.ts'

const BUCKETS = [
  { most: 0, name: 'currentCents' },
  { most: 30, name: 'to30Cents' },
  { most: 60, name: 'to60Cents' },
  { most: 90, name: 'to90Cents' },
  { most: Number.POSITIVE_INFINITY, name: 'over90Cents' },
] as const satisfies readonly { most: number; name: keyof Ageing }[]

/** List what every partner owes: in all, by age, and by month. At most a minute old, but for the exposure. */
export async function listReceivables(
  deps: Pick<Deps, 'db' | 'economy'>,
  { partnerId, months }: ListReceivablesInput,
): Promise<Answer<typeof receivables>> {
  const { kesPerUsd } = await deps.economy()
  const { db } = deps
  const [day, sums, open, byMonth] = await Promise.all([
    getBusinessDay(db),
    listPartnerSums(db, partnerId),
    listOpenAmounts(db, partnerId),
    listMonthSums(db, { months, partnerId }),
  ])
  const ages = new Map<string, Ageing>()
  const notInvoiced = new Set<string>()
  for (const { partnerId: id, daysOver, openCents, month } of open) {
    const { name } = BUCKETS.find(({ most }) => daysOver <= most) ?? BUCKETS[4]
    const known = ages.get(id) ?? noAges()
    ages.set(id, { ...known, [name]: known[name] + openCents })
    if (month !== null) notInvoiced.add(`${id} ${month}`)
  }
  return {
    day,
    kesPerUsd,
    partners: sums.map((sum) => describeDebt(sum, ages.get(sum.partnerId) ?? noAges())),
    months: byMonth.map((row) => ({
      ...row,
      canInvoice:
        row.invoiceId === null &&
        row.month < day.slice(0, 7) &&
        notInvoiced.has(`${row.partnerId} ${row.month}`),
    })),
  }
}

const noAges = (): Ageing => ({ currentCents: 0, to30Cents: 0, to60Cents: 0, to90Cents: 0, over90Cents: 0 })

function describeDebt({ scheme, exposureUsd, allocatedCents, ...sum }: PartnerSum, ageing: Ageing) {
  const { accruedCents, reversedCents, receivedCents, writtenOffCents } = sum
  return {
    ...sum,
    outstandingCents: accruedCents - reversedCents - receivedCents - writtenOffCents,
    creditCents: receivedCents - allocatedCents,
    ageing,
    exposureCents: Math.round(exposureUsd * 100),
    ceilingCents: ceilingOf(scheme),
  }
}
