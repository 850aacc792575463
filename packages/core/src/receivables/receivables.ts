import type { Answer } from '@chuma/contract/fields'
import type {
  Ageing,
  ListReceivablesInput,
  receivables,
  SetPaymentDaysInput,
} from '@chuma/contract/receivables/receivables'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { findPartner } from '@chuma/db/queries/partners/partners'
import {
  addUpAccruals,
  findExposure,
  listUnaddedPartners,
  lockAccount,
  setPaymentDays as setDays,
  setWarned,
} from '@chuma/db/queries/receivables/receipts'
import {
  listMonthSums,
  listOpenAmounts,
  listPartnerSums,
  type PartnerSum,
} from '@chuma/db/queries/receivables/reports'
import { orRefuse } from '../app-error.ts'
import { tellOwners } from '../approvals/tell-owners.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'

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

function ceilingOf(scheme: object): number | null {
  const { ceilings } = scheme as { ceilings?: { maxUsdCentsOutstanding?: number } }
  return ceilings?.maxUsdCentsOutstanding ?? null
}

/** At this share of a ceiling the owners are told, so that the partner can be asked to pay before credits wait. */
const WARNED_AT = 0.8

/** Job: add the new steps of credits to the sums of each partner's days, each partner in a transaction of its own. */
export async function addUpReceivables(deps: Deps): Promise<void> {
  await eachAlone(deps, await listUnaddedPartners(deps.db), {
    name: (partnerId) => `receivables of partner ${partnerId}`,
    work: (partnerId) =>
      deps.db.transaction().execute(async (trx) => {
        await lockAndAddUp(trx, partnerId)
        await warnOfCeiling(trx, partnerId)
      }),
  })
}

/**
 * Lock a partner's account and bring its sums up to date.
 * @throws AppError NOT_FOUND
 */
export async function lockAndAddUp(trx: Trx, partnerId: string) {
  const account = orRefuse(await lockAccount(trx, partnerId), 'NOT_FOUND')
  await addUpAccruals(trx, partnerId)
  return account
}

/** Tell the owners once when most of a ceiling is used. The caller has locked the account. */
export async function warnOfCeiling(trx: Trx, partnerId: string): Promise<void> {
  const partner = await findPartner(trx, partnerId)
  const account = await lockAccount(trx, partnerId)
  if (!partner || !account) return
  const ceiling = ceilingOf(partner.scheme as object)
  const isNear = ceiling !== null && (await findExposure(trx, partnerId)) * 100 >= ceiling * WARNED_AT
  if (isNear === (account.warnedAt !== null)) return
  await setWarned(trx, partnerId, isNear)
  if (!isNear) return
  const subject = `partner:${partnerId}`
  const at = new Date().toISOString()
  await tellOwners(trx, { action: 'partner.near-ceiling', actor: 'system', subject, address: null, at })
}

/**
 * For finance and owners: agree when a partner's invoices are due. Invoices that were issued keep their day, so that nobody makes
 * an overdue debt young.
 * @throws AppError NOT_FOUND
 */
export function setPaymentDays(
  { db }: Deps,
  staff: StaffActor,
  { partnerId, paymentDays }: SetPaymentDaysInput,
): Promise<{ paymentDays: number }> {
  return db.transaction().execute(async (trx) => {
    const before = orRefuse(await lockAccount(trx, partnerId), 'NOT_FOUND')
    await setDays(trx, partnerId, paymentDays)
    await recordAct(trx, staff, {
      action: 'partner.payment-days',
      subject: `partner:${partnerId}`,
      before: { paymentDays: before.paymentDays },
      after: { paymentDays },
    })
    return { paymentDays }
  })
}
