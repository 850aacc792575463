import { MPESA } from '@chuma/db/queries/books/statement-rows'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { rowIdOf } from '../../../books/statements/identify-rows.ts'
import { later } from '../create-calendar.ts'
import { actorOf, audit, STAFF, STORY_DAYS, type Withdrawal, type World } from '../world.ts'
import { listRows, type Told } from './statement-contents.ts'

/** A payout that the provider lists. */
export type Line = { receipt: string; amountKes: number; completedAt: Date }

export const isPaidByMpesa = ({ row }: Withdrawal) => row.status === 'paid' && row.method === 'mpesa'

/** What the float held when the story began. */
const OPENING_CENTS = 150_000_00

/** Imported on Mondays, from Monday to Sunday. Returns the payouts in them. */
export function tellStatements(world: World): Line[] {
  const { calendar } = world
  const lines: Line[] = []
  let balanceCents = OPENING_CENTS
  for (let monday = STORY_DAYS - 1; monday >= 7; monday--) {
    if (calendar.weekdayOf(monday) !== 1) continue
    const importedAt = calendar.at(monday - 7, 9 * 60 + 40)
    if (!calendar.isPast(importedAt)) continue
    const week = { monday, isLast: monday < 14 }
    const told = listRows(world, week)
    if (told.length === 0) continue
    balanceCents = tellStatement(world, { ...week, importedAt, told, balanceCents })
    for (const { purpose, receipt, cents, at } of told) {
      if (purpose === 'payout') lines.push({ receipt, amountKes: -cents / 100, completedAt: at })
    }
  }
  return lines
}

type Statement = { monday: number; importedAt: Date; told: readonly Told[]; balanceCents: number }

/** Add a statement with its rows, and return the balance at its end. */
function tellStatement(world: World, { monday, importedAt, told, balanceCents }: Statement): number {
  const { rows, random, calendar } = world
  const statementId = random.uuid()
  const [firstDay, lastDay] = [
    calendar.dayOf(calendar.at(monday, 720)),
    calendar.dayOf(calendar.at(monday - 6, 720)),
  ]
  const importedBy = actorOf(STAFF.finance)
  rows.providerStatement.push({
    statementId,
    account: MPESA,
    mappingVersion: null,
    firstDay,
    lastDay,
    lineCount: told.length,
    importedAt,
    importedBy,
  })
  let balance = balanceCents
  for (const [index, one] of told.entries()) {
    if (one.purpose !== 'failed' && one.purpose !== 'pending') balance += one.cents
    const rowId = addRow(world, { ...one, statementId, line: 8 + index, balanceCents: balance })
    if (one.desk) addDeskRow(world, { rowId, importedAt, ...one })
    else addEntry(world, { rowId, importedAt, ...one })
  }
  audit(world, {
    at: importedAt,
    by: STAFF.finance,
    action: 'reconciliation.statement-imported',
    subject: `days:${firstDay}/${lastDay}`,
    after: { account: MPESA, rowCount: told.length, deskCount: told.filter(({ desk }) => desk).length },
  })
  return balance
}

type NewRow = Told & { statementId: string; line: number; balanceCents: number }

function addRow({ rows, calendar }: World, told: NewRow): string {
  const { statementId, line, receipt, purpose, cents, balanceCents, at, details } = told
  const role = purpose === 'charge' || purpose === 'failed' || purpose === 'pending' ? purpose : 'move'
  const baseKey = `${MPESA}:${receipt}:${role}:${cents}`
  const rowId = rowIdOf(baseKey, balanceCents)
  rows.statementRow.push({
    rowId,
    baseKey,
    statementId,
    account: MPESA,
    line,
    receipt,
    linkedReceipt: told.linkedReceipt ?? null,
    purpose,
    amountCents: cents,
    balanceCents,
    numberEnd: told.numberEnd ?? null,
    details,
    day: calendar.dayOf(at),
    at,
    problem: null,
  })
  return rowId
}

type Kept = Told & { rowId: string; importedAt: Date }

function addDeskRow({ rows }: World, { rowId, at, importedAt, desk, withdrawalId, paymentId }: Kept): void {
  if (!desk) return
  rows.statementDesk.push({
    rowId,
    account: MPESA,
    reason: desk,
    at,
    since: importedAt,
    withdrawalId: withdrawalId ?? null,
    paymentId: paymentId ?? null,
  })
}

function addEntry(world: World, kept: Kept): void {
  const { rowId, importedAt, at, cents, kind = 'other', withdrawalId, paymentId, note } = kept
  const bookedAt = note ? world.calendar.atDesk(later(importedAt, 42)) : importedAt
  const entry: StoryRow<'statementEntry'> = {
    rowId,
    seq: 1,
    account: MPESA,
    kind,
    amountCents: kind === 'nothing' ? 0 : cents,
    day: world.calendar.dayOf(at),
    withdrawalId: withdrawalId ?? null,
    paymentId: paymentId ?? null,
    rule: note ? 'hand' : kind === 'payout' ? 'receipt' : kind,
    note: note ?? '',
    bookedBy: note ? actorOf(STAFF.finance) : 'system',
    bookedAt,
  }
  world.rows.statementEntry.push(entry)
  const subject = kind === 'payout' ? `payout:${withdrawalId}` : `collection:${paymentId}`
  if (kind === 'payout' || kind === 'collection') world.rows.statementClaim.push({ subject, rowId })
  if (!note) return
  audit(world, {
    at: bookedAt,
    by: STAFF.finance,
    action: 'statement-row.booked',
    subject: `statement-row:${rowId}`,
    after: { kind, receipt: kept.receipt, amountCents: cents },
    reason: note,
  })
}
