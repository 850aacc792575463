import type { DeskReason, EntryKind, RowPurpose } from '@chuma/contract/books/statements'
import { later, type World } from '../world.ts'

/** A row of a statement, and how it was booked or why it waits. */
export type Told = {
  at: Date
  receipt: string
  purpose: RowPurpose
  cents: number
  details: string
  numberEnd?: string
  linkedReceipt?: string
  kind?: EntryKind
  desk?: DeskReason
  withdrawalId?: string
  paymentId?: string
  /** Of a booking by hand. */
  note?: string
}

/** `isLast`: the statement that was imported this week, or the last one before it. */
type Week = { monday: number; isLast: boolean }

/** List what the provider's statement of a week has, oldest first. */
export function listRows(world: World, week: Week): Told[] {
  const payouts = listPayouts(world, week)
  const rows = [...payouts, ...listCollections(world, week), ...listStrays(world, week)]
  const spent = rows.reduce((sum, { cents }) => sum - Math.min(0, cents), 0)
  if (rows.length > 0) rows.push(topUp(world, week, spent))
  if (week.isLast) rows.push(...listOddities(world, week, payouts))
  return rows.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function isWithin({ calendar }: World, { monday }: Week, moment: Date): boolean {
  const daysAgo = calendar.daysAgoOf(moment)
  return daysAgo <= monday && daysAgo > monday - 7
}

/** Every payment has its charge beside it, with the same receipt. */
function listPayouts(world: World, week: Week): Told[] {
  return world.withdrawals.flatMap(({ row, person }): Told[] => {
    const { receipt, paidAt, amountKes, withdrawalId, status, method } = row
    if (status !== 'paid' || method !== 'mpesa') return []
    if (!receipt || !paidAt || !isWithin(world, week, paidAt)) return []
    const at = later(paidAt, -0.01)
    const numberEnd = person.mpesaNumber.slice(-3)
    const common = { at, receipt, withdrawalId, numberEnd }
    return [
      {
        ...common,
        purpose: 'payout',
        cents: -amountKes * 100,
        kind: 'payout',
        details: `Business Payment to …${numberEnd}`,
      },
      {
        ...common,
        purpose: 'charge',
        cents: amountKes > 5000 ? -13_00 : amountKes > 1000 ? -9_00 : -5_00,
        kind: 'charge',
        details: 'Business Payment Charge',
      },
    ]
  })
}

function listCollections(world: World, week: Week): Told[] {
  return world.rows.premiumPayment.flatMap(({ state, receipt, settledAt, amountKes, paymentId }): Told[] => {
    if (state !== 'paid' || !receipt || !settledAt || !amountKes || !paymentId) return []
    if (!isWithin(world, week, settledAt)) return []
    return [
      {
        at: later(settledAt, -0.01),
        receipt,
        purpose: 'collection',
        cents: amountKes * 100,
        kind: 'collection',
        paymentId,
        details: 'Pay Bill Online',
      },
    ]
  })
}

function topUp({ calendar }: World, { monday }: Week, spentCents: number): Told {
  return {
    at: calendar.at(monday, 8 * 60 + 5),
    receipt: `TOPUP${String(1000 + monday)}`,
    purpose: 'top-up',
    cents: Math.ceil(spentCents / 10_000_00) * 10_000_00,
    kind: 'top-up',
    details: 'Organization Settlement Account deposit from bank',
  }
}

/** Twice somebody paid from the portal, past the product. The older one is explained. */
function listStrays({ calendar }: World, { monday }: Week): Told[] {
  if (monday < 14 || monday > 27) return []
  const isLast = monday < 21
  const common = { purpose: 'payout', numberEnd: '417', details: 'Business Payment to …417' } as const
  const at = calendar.at(monday - 2, (isLast ? 16 : 13) * 60 + 5)
  if (isLast) return [{ ...common, at, receipt: 'TK9PORTAL2', cents: -4000_00, desk: 'payout-unknown' }]
  const note = 'Paid from the portal to a member whose phone was stolen. Support costs.'
  return [{ ...common, at, receipt: 'TK4PORTAL1', cents: -7000_00, kind: 'other', note }]
}

/** What waits on the desk this week, and an attempt that failed. */
function listOddities({ calendar }: World, { monday }: Week, payouts: readonly Told[]): Told[] {
  const at = (day: number, minutes: number) => calendar.at(monday - day, minutes)
  const returned = payouts.findLast(({ purpose }) => purpose === 'payout')
  return [
    {
      at: at(1, 611),
      receipt: 'TKB1FAILED',
      purpose: 'failed',
      cents: -1500_00,
      kind: 'nothing',
      details: 'Business Payment to …208',
    },
    {
      at: at(2, 702),
      receipt: 'TKC2PAYBIL',
      purpose: 'collection',
      cents: 1000_00,
      desk: 'collection-unknown',
      details: 'Pay Bill Online',
      numberEnd: '551',
    },
    {
      at: at(3, 845),
      receipt: 'TKD3CHARGE',
      purpose: 'charge',
      cents: -55_00,
      desk: 'charge-alone',
      details: 'Organization Settlement Charge',
    },
    {
      at: at(5, 1000),
      receipt: 'TKE4PENDIN',
      purpose: 'pending',
      cents: -800_00,
      desk: 'pending',
      details: 'Business Payment to …660',
    },
    ...(returned
      ? [
          {
            at: later(returned.at, 95),
            receipt: 'TKF5RETURN',
            linkedReceipt: returned.receipt,
            purpose: 'reversal' as const,
            cents: -returned.cents,
            desk: 'reversal' as const,
            details: 'Business Payment Reversal',
            ...(returned.withdrawalId && { withdrawalId: returned.withdrawalId }),
          },
        ]
      : []),
  ]
}
