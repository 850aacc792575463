import { MPESA } from '@chuma/db/queries/books/statement-rows'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { rowIdOf } from '../../../books/statements/read-portal.ts'
import { actorOf, audit, later, STAFF, STORY_DAYS, type Withdrawal, type World } from '../world.ts'
import { listRows, type Told } from './statement-contents.ts'

type Difference = StoryRow<'reconciliationDifference'> & { day: string }

/** The provider's statements of every full week, the comparison of every finished day, and what it found. */
export function tellBooks(world: World): void {
  const lines = tellStatements(world)
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 1; daysAgo--) compareDay(world, daysAgo, lines)
  tellUnresolved(world)
}

function compareDay(world: World, daysAgo: number, lines: readonly Line[]): void {
  const { rows, calendar, withdrawals } = world
  const day = calendar.dayOf(calendar.at(daysAgo, 720))
  const paid = withdrawals.filter(({ row }) => row.paidAt && calendar.dayOf(row.paidAt) === day)
  const known = new Set(paid.map(({ row }) => row.receipt))
  const settled = new Set(withdrawals.flatMap(({ row }) => row.receipt ?? []))
  const strays = lines.filter(
    ({ receipt, completedAt }) => calendar.dayOf(completedAt) === day && !settled.has(receipt),
  )
  const told = [...lines.filter(({ receipt }) => known.has(receipt)), ...strays]
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const kes = sum(paid.map(({ row }) => row.amountKes))
  const points = sum(paid.map(({ row }) => row.points))
  const statement = rows.providerStatement.find(
    ({ firstDay, lastDay }) => (firstDay ?? '') <= day && day <= (lastDay ?? ''),
  )
  // An imported statement has its days compared again.
  const madeAt = statement?.importedAt ?? calendar.at(daysAgo - 1, 75)
  if (!calendar.isPast(madeAt)) return
  rows.reconciliationRun.push({
    day,
    madeAt,
    madeBy: statement?.importedBy ?? 'system',
    paidCount: paid.length,
    paidPoints: points,
    grossKes: kes,
    taxKes: 0,
    sentKes: kes,
    postedPoints: points,
    withheldKes: 0,
    hasStatement: statement !== undefined,
    expectedKes: sum(paid.filter(isPaidByMpesa).map(({ row }) => row.amountKes)),
    providerCount: told.length,
    providerKes: sum(told.map(({ amountKes }) => amountKes)),
  })
  for (const stray of strays) tellStray(world, { day, stray, foundAt: madeAt })
}

/** What the provider lists and nobody knows here. Finance explains both. */
function tellStray(world: World, { day, stray, foundAt }: { day: string; stray: Line; foundAt: Date }): void {
  const { receipt, amountKes } = stray
  const resolution =
    receipt === 'TK4PORTAL1'
      ? 'Paid from the portal to a member whose phone was stolen. Recorded as support costs.'
      : 'Paid from the portal to try the new PIN. Recorded as support costs.'
  const found = { day, receipt, unit: 'KES' as const, expected: 0, found: amountKes, withdrawalId: null }
  const kes = (sent: number) => ({
    ...found,
    kind: 'sum-differs' as const,
    subjectKey: 'provider',
    receipt: null,
    expected: sent,
    found: sent + amountKes,
  })
  const sent = world.rows.reconciliationRun.at(-1)?.expectedKes ?? 0
  const common = { foundAt, resolution }
  addDifference(world, { ...found, kind: 'receipt-unknown', subjectKey: receipt }, common)
  addDifference(world, kes(sent), common)
}

function addDifference(
  world: World,
  difference: Difference,
  { foundAt, resolution }: { foundAt: Date; resolution: string },
): void {
  const { rows, random, calendar } = world
  const differenceId = random.uuid()
  const atDesk = calendar.atDesk(later(foundAt, 95))
  // Before the desk opens somebody has looked already, or a fresh demo would begin with an alarm.
  const resolvedAt = calendar.isPast(atDesk) ? atDesk : foundAt
  const resolved = { resolution, resolvedBy: actorOf(STAFF.finance), resolvedAt }
  rows.reconciliationDifference.push({ differenceId, note: '', ...difference, foundAt, ...resolved })
  const { day, kind, expected, found } = difference
  audit(world, {
    at: resolvedAt,
    by: STAFF.finance,
    action: 'reconciliation.resolved',
    subject: `difference:${differenceId}`,
    before: { day, kind, expected, found },
    reason: resolution,
  })
}

/** A payout without a result for more than a day, on the first day whose end saw it. */
function tellUnresolved(world: World): void {
  const { rows, calendar } = world
  for (const { state, createdAt, withdrawalId = '', attemptNo, amountKes } of rows.payoutAttempt) {
    if ((state !== 'unknown' && state !== 'needs_review') || !createdAt) continue
    // Sent before the day began, so a whole day has passed at its end.
    const daysAgo = calendar.daysAgoOf(createdAt) - 1
    if (daysAgo < 1) continue
    const day = calendar.dayOf(calendar.at(daysAgo, 720))
    const note = `Sent ${createdAt.toISOString().slice(0, 16)}Z`
    const subjectKey = `${withdrawalId}:${attemptNo}`
    addDifference(
      world,
      {
        day,
        kind: 'unresolved',
        subjectKey,
        withdrawalId,
        receipt: null,
        unit: 'KES',
        expected: null,
        found: amountKes ?? 0,
        note,
      },
      { foundAt: calendar.at(daysAgo - 1, 75), resolution: 'Safaricom has been asked, ticket INC-48377.' },
    )
  }
}

/** A payout that the provider lists. */
type Line = { receipt: string; amountKes: number; completedAt: Date }

const isPaidByMpesa = ({ row }: Withdrawal) => row.status === 'paid' && row.method === 'mpesa'

/** What the float held when the story began. */
const OPENING_CENTS = 150_000_00

/** Imported on Mondays, from Monday to Sunday. Returns the payouts in them. */
function tellStatements(world: World): Line[] {
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
