import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { later } from '../create-calendar.ts'
import { actorOf, audit, STAFF, STORY_DAYS, type World } from '../world.ts'
import { isPaidByMpesa, type Line, tellStatements } from './tell-statements.ts'

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
