import type { AccountCode } from '@chuma/contract/books/journal'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { getSettledMoment } from '@chuma/db/queries/admin/figures'
import {
  insertEntry,
  insertNextEntry,
  type JournalEntry,
  type JournalLine,
} from '@chuma/db/queries/books/journal'
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
import { findTaxDay } from '@chuma/db/queries/books/tax'
import type { LockedWithdrawal, WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import type { PaymentRef } from '@chuma/db/queries/premium/premium-payments'
import type { Deps } from '../../deps.ts'
import type { WithdrawalState } from '../../payouts/transitions.ts'

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

/**
 * Book an entry of the journal in the transaction of what causes it. A repeat with the same source key books nothing, and lines of
 * nothing are left out. The database refuses an entry that does not balance in each currency. It dates an entry for a closed month on the
 * first open day, and keeps the day that was asked for as `bookedFor`.
 */
export async function bookEntry(trx: Trx, entry: JournalEntry): Promise<void> {
  const lines = entry.lines.filter(({ minor }) => minor !== 0)
  if (lines.length > 0) await insertEntry(trx, { ...entry, lines })
}

type Amounts = Pick<LockedWithdrawal, 'points' | 'amountKes' | 'payoutKes' | 'method'>
type Withdrawal = { ref: WithdrawalRef; withdrawal: Amounts }

/** Where the money of a method leaves from. */
const MONEY: Record<WithdrawalMethod, AccountCode> = {
  mpesa: 'float-mpesa',
  airtel: 'float-airtel',
  airtime: 'float-airtime',
  bank: 'bank',
  paypal: 'cash-clearing',
}

/** Where an open withdrawal is: its points are held, or an order to pay has left and nobody knows yet what became of it. */
const PLACES: Partial<Record<WithdrawalState, AccountCode>> = {
  pending: 'points-held',
  manual: 'points-held',
  queued: 'points-held',
  sending: 'points-held',
  sent: 'payouts-in-flight',
  unknown: 'payouts-in-flight',
  needs_review: 'payouts-in-flight',
}

const line = (account: AccountCode, kes: number, points?: number): JournalLine => ({
  account,
  currency: 'KES',
  minor: kes * 100,
  ...(points !== undefined && { points }),
})

/** Points are booked at the withdrawal's own rate; the day's revaluation values them at today's. */
const give = ({ points, amountKes }: Amounts, given = points): JournalLine =>
  line('members-points', -(given * amountKes) / points, given)
const take = (withdrawal: Amounts, taken = withdrawal.points): JournalLine => give(withdrawal, -taken)

/**
 * Money that moved after the payment, for which a person waits on the statement. Its row there moves it between this account and the one
 * that paid, so that it is not counted twice.
 */
const UNTIL_STATEMENT: AccountCode = 'cash-clearing'

/** Book that points are held for a new withdrawal. */
export function bookRequest(trx: Trx, { ref, withdrawal }: Withdrawal): Promise<void> {
  return bookEntry(trx, {
    sourceKey: `withdrawal-requested:${ref.withdrawalId}`,
    kind: 'withdrawal-requested',
    description: 'Withdrawal requested',
    ...ref,
    lines: [take(withdrawal), line('points-held', -withdrawal.amountKes)],
  })
}

type Move = { from: WithdrawalState; to: WithdrawalState; pointsBack: number }

/**
 * Book what a step of a withdrawal, which the caller has locked and just moved, does to the house's own books. Tax is booked on the day on
 * which it was withheld or taken back, also by a transaction that lasts past midnight: a month's file has to agree with the journal.
 */
export async function bookPayoutMove(
  trx: Trx,
  { ref: { memberId, withdrawalId }, withdrawal }: Withdrawal,
  move: Move,
): Promise<void> {
  const entry = describeMove(withdrawal, move)
  const lines = entry?.lines.filter(({ minor }) => minor !== 0) ?? []
  if (!entry || lines.length === 0) return
  const taxDay =
    withdrawal.payoutKes !== withdrawal.amountKes && (move.to === 'paid' || move.to === 'returned')
      ? await findTaxDay(trx, { memberId, withdrawalId }, move.to)
      : undefined
  await insertNextEntry(trx, { ...entry, lines, memberId, withdrawalId, ...(taxDay && { day: taxDay }) })
}

type Described = Pick<JournalEntry, 'kind' | 'description' | 'lines'>

function describeMove(withdrawal: Amounts, { from, to, pointsBack }: Move): Described | undefined {
  const { amountKes } = withdrawal
  const [place, next] = [PLACES[from], PLACES[to]]
  if (place && next) {
    if (place === next) return undefined
    const lines = [line(place, amountKes), line(next, -amountKes)]
    return next === 'payouts-in-flight'
      ? { kind: 'payout-sent', description: 'Payout sent', lines }
      : { kind: 'payout-not-sent', description: 'Payout not on its way any more', lines }
  }
  if (to === 'paid') {
    const isLate = place === undefined
    const gone = isLate ? take(withdrawal) : line(place, amountKes)
    return {
      kind: isLate ? 'payout-late' : 'payout-paid',
      description: isLate ? 'Payout paid after a rejection' : 'Payout paid',
      // A late payment's row is matched with it, as any payment's is, and so moves nothing.
      lines: [
        gone,
        line(MONEY[withdrawal.method], -withdrawal.payoutKes),
        line('tax-payable', withdrawal.payoutKes - amountKes),
      ],
    }
  }
  if (to === 'returned') {
    // Points that the member does not get back are the house's.
    const kept = line('breakage', ((pointsBack - withdrawal.points) * amountKes) / withdrawal.points)
    const lines = [
      line(UNTIL_STATEMENT, withdrawal.payoutKes),
      line('tax-payable', amountKes - withdrawal.payoutKes),
      ...(pointsBack > 0 ? [give(withdrawal, pointsBack)] : []),
      kept,
    ]
    return { kind: 'payout-returned', description: 'Payment came back', lines }
  }
  return (
    place && {
      kind: to === 'failed' ? 'payout-failed' : 'withdrawal-rejected',
      description:
        to === 'failed' ? 'Payout failed, points restored' : 'Withdrawal rejected, points restored',
      lines: [line(place, amountKes), give(withdrawal)],
    }
  )
}

/** Book a second payment of a withdrawal. What is not taken from the member is lost. `points`: what was taken, below zero. */
export function bookDuplicate(
  trx: Trx,
  { ref, withdrawal }: Withdrawal,
  { receipt, points }: { receipt: string; points: number },
): Promise<void> {
  const { amountKes, payoutKes } = withdrawal
  const takenKes = (-points * amountKes) / withdrawal.points
  return bookEntry(trx, {
    sourceKey: `payout-duplicate:${ref.withdrawalId}:${receipt}`,
    kind: 'payout-duplicate',
    description: 'Payment arrived twice',
    ...ref,
    lines: [
      take(withdrawal, -points),
      line('write-offs', payoutKes - takenKes),
      line(UNTIL_STATEMENT, -payoutKes),
    ],
  })
}

/** Book that a member paid for premium. The statement's row moves it from the clearing account to the one that has the money. */
export function bookPremium(
  trx: Trx,
  { memberId, paymentId }: PaymentRef,
  { amountKes }: { amountKes: number },
): Promise<void> {
  return bookEntry(trx, {
    sourceKey: `premium-paid:${paymentId}`,
    kind: 'premium-paid',
    description: 'Premium paid',
    memberId,
    lines: [
      { account: 'cash-clearing', currency: 'KES', minor: amountKes * 100 },
      { account: 'premium-revenue', currency: 'KES', minor: -amountKes * 100 },
    ],
  })
}

type WriteOff = { memberId: string; seq: number; points: number; kesPerPoint: number }

/** Book that a member's debt is given up: a loss, at today's rate. `seq` names the debt, as its posting does. */
export function bookWriteOff(trx: Trx, { memberId, seq, points, kesPerPoint }: WriteOff): Promise<void> {
  const minor = points * kesPerPoint * 100
  return bookEntry(trx, {
    sourceKey: `debt-written-off:${memberId}:${seq}`,
    kind: 'debt-written-off',
    description: "Member's debt written off",
    memberId,
    lines: [
      { account: 'write-offs', currency: 'KES', minor },
      { account: 'member-debts', currency: 'KES', minor: -minor, points },
    ],
  })
}
