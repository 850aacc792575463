import type { AccountCode } from '@chuma/contract/books/journal'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import {
  type JournalEntry,
  type JournalLine,
  type NextEntry,
  nextEntriesInsert,
} from '@chuma/db/queries/books/journal'
import { findTaxDay } from '@chuma/db/queries/books/tax'
import type { LockedWithdrawal, WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { bookEntry } from '../wallet/ledger.ts'
import type { WithdrawalState } from './transitions.ts'

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

/** The entry of a new withdrawal, whose points are held. */
export function describeRequest({ ref, withdrawal }: Withdrawal): JournalEntry {
  return {
    sourceKey: `withdrawal-requested:${ref.withdrawalId}`,
    kind: 'withdrawal-requested',
    description: 'Withdrawal requested',
    ...ref,
    lines: [take(withdrawal), line('points-held', -withdrawal.amountKes)],
  }
}

type Move = { from: WithdrawalState; to: WithdrawalState; pointsBack: number }

/** List what a step of a withdrawal does to the house's own books. */
export function listEntries({ ref, withdrawal }: Withdrawal, move: Move): NextEntry[] {
  const { memberId, withdrawalId } = ref
  const entry = describeMove(withdrawal, move)
  const lines = entry?.lines.filter(({ minor }) => minor !== 0) ?? []
  return entry && lines.length > 0 ? [{ ...entry, lines, memberId, withdrawalId }] : []
}

/**
 * Book a step that the caller has just taken, and that moves tax: on the day on which it was withheld or taken back, also by a
 * transaction that lasts past midnight. A month's file has to agree with the journal.
 */
export async function bookTaxed(trx: Trx, payout: Withdrawal, move: TaxedMove): Promise<void> {
  const day = await findTaxDay(trx, payout.ref, move.to)
  const entries = listEntries(payout, move).map((entry) => ({ ...entry, ...(day && { day }) }))
  if (entries.length > 0) await nextEntriesInsert(trx, entries).execute()
}

type TaxedMove = Move & { to: 'paid' | 'returned' }

export function isTaxed({ withdrawal }: Withdrawal, move: Move): move is TaxedMove {
  const { payoutKes, amountKes } = withdrawal
  return payoutKes !== amountKes && (move.to === 'paid' || move.to === 'returned')
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
