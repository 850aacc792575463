import type { Trx } from '@chuma/db/client'
import { getSettledMoment } from '@chuma/db/queries/admin/figures'
import type { JournalEntry } from '@chuma/db/queries/books/journal'
import {
  findNextPointsDay,
  getDebtPoints,
  getOpening,
  insertOfferDay,
  insertPointsDay,
  listDayCredits,
  listDayPoints,
  listPointsStanding,
  lockPointsDays,
  openPointsDays,
} from '@chuma/db/queries/books/journal-points'
import type { Deps } from '../../deps.ts'
import { bookEntry } from '../../wallet/ledger.ts'

type Options = {
  /** Of a demo with a past. By default books open today, with what the database holds. */
  firstDay?: string
}

/**
 * Job: open the books, then book the points and credits of each finished day, once. A day is finished when no open transaction can
 * write a posting of it. Safe to repeat and to run concurrently; a run that dies leaves whole days.
 */
export async function keepPoints({ db }: Pick<Deps, 'db'>, { firstDay }: Options = {}): Promise<void> {
  await db.transaction().execute((trx) => openBooks(trx, firstDay ?? null))
  let isBooked = true
  while (isBooked) isBooked = await db.transaction().execute(bookNextDay)
}

async function openBooks(trx: Trx, firstDay: string | null): Promise<void> {
  await lockPointsDays(trx)
  const opened = await openPointsDays(trx, { firstDay, settled: await getSettledMoment(trx) })
  if (!opened) return
  const { points, kesPerPoint, heldKes, inFlightKes, taxKes, floatKes } = await getOpening(trx)
  const floatMinor = Math.round(floatKes * 100)
  const owed = [
    { account: 'members-points', currency: 'KES', minor: -points * kesPerPoint * 100, points },
    { account: 'points-held', currency: 'KES', minor: -heldKes * 100 },
    { account: 'payouts-in-flight', currency: 'KES', minor: -inFlightKes * 100 },
    { account: 'tax-payable', currency: 'KES', minor: -taxKes * 100 },
    { account: 'float-mpesa', currency: 'KES', minor: floatMinor },
  ] as const
  const sum = owed.reduce((total, { minor }) => total + minor, 0)
  await bookEntry(trx, {
    sourceKey: 'opening',
    kind: 'opening',
    day: opened.day,
    description: 'What the books opened with',
    lines: [...owed, { account: 'opening-balance', currency: 'KES', minor: -sum }],
  })
}

/** False: the next day is not finished yet. */
async function bookNextDay(trx: Trx): Promise<boolean> {
  await lockPointsDays(trx)
  const next = await findNextPointsDay(trx)
  if (!next || next.until > (await getSettledMoment(trx))) return false
  await insertPointsDay(trx, next)
  for (const sum of await listDayPoints(trx, next)) {
    await bookEntry(trx, describePoints(sum, next))
  }
  for (const sum of await listDayCredits(trx, next)) {
    for (const entry of describeCredits(sum, next)) await bookEntry(trx, entry)
  }
  await insertOfferDay(trx, next)
  await setDebtsApart(trx, next)
  await revalue(trx, next)
  return true
}

type Day = { day: string; kesPerPoint: number }
type Points = { kind: string; partnerId: string | null; points: number }

function describePoints({ kind, partnerId, points }: Points, { day, kesPerPoint }: Day): JournalEntry {
  const minor = points * kesPerPoint * 100
  const expense = kind === 'adjustment' ? 'points-adjustments' : 'rewards-expense'
  return {
    day,
    ...(partnerId && { partnerId }),
    sourceKey: `points:${day}:${kind}:${partnerId ?? ''}`,
    kind: 'points',
    description: `Points of the day: ${kind}`,
    lines: [
      { account: expense, currency: 'KES', minor },
      { account: 'members-points', currency: 'KES', minor: -minor, points },
    ],
  }
}

type Credits = { partnerId: string; accruedMinor: number; reversedMinor: number }

/** The cents of the partner's receivables: they are rounded there, and nowhere else. */
function describeCredits({ partnerId, accruedMinor, reversedMinor }: Credits, { day }: Day): JournalEntry[] {
  const owed = (minor: number): JournalEntry['lines'] => [
    { account: 'partner-receivables', currency: 'USD', minor },
    { account: 'partner-revenue', currency: 'USD', minor: -minor },
  ]
  return [
    {
      day,
      partnerId,
      sourceKey: `credits:${day}:${partnerId}`,
      kind: 'credit-accrued',
      description: 'Credits of the day',
      lines: owed(accruedMinor),
    },
    {
      day,
      partnerId,
      sourceKey: `reversals:${day}:${partnerId}`,
      kind: 'credit-reversed',
      description: 'Taken back by the partner',
      lines: owed(-reversedMinor),
    },
  ]
}

/** What some members owe is an asset, not less owed to all others. As it is now: a day's end cannot be read later. */
async function setDebtsApart(trx: Trx, { day, kesPerPoint }: Day): Promise<void> {
  const owed = await getDebtPoints(trx)
  const standing = await listPointsStanding(trx, day)
  const booked = -(standing.find(({ account }) => account === 'member-debts')?.points ?? 0)
  const minor = (owed - booked) * kesPerPoint * 100
  await bookEntry(trx, {
    sourceKey: `debts-set-apart:${day}`,
    kind: 'debts-set-apart',
    day,
    description: "Members' debts apart from other members' points",
    lines: [
      { account: 'member-debts', currency: 'KES', minor, points: booked - owed },
      { account: 'members-points', currency: 'KES', minor: -minor, points: owed - booked },
    ],
  })
}

/** Value all points at the day's rate. Withdrawals keep their own. */
async function revalue(trx: Trx, { day, kesPerPoint }: Day): Promise<void> {
  const lines = (await listPointsStanding(trx, day)).map(({ account, points, minor }) => ({
    account,
    currency: 'KES' as const,
    minor: -points * kesPerPoint * 100 - minor,
  }))
  const sum = lines.reduce((total, { minor }) => total + minor, 0)
  await bookEntry(trx, {
    sourceKey: `points-revalued:${day}`,
    kind: 'points-revalued',
    day,
    description: `Points valued at KES ${kesPerPoint}`,
    lines: [...lines, { account: 'points-revaluation', currency: 'KES', minor: -sum }],
  })
}
