import { actorOf, audit, STAFF, type World } from '../world.ts'

/** Points that staff corrected. After everything else: a correction says what the balance was. */
export function tellCorrections(world: World): void {
  const { people, rows, random, ledger, calendar } = world
  const corrections = [
    { delta: 25, daysAgo: 51, reason: 'The daily bonus of the day of our outage' },
    { delta: -40, daysAgo: 28, reason: 'One proof was paid twice by mistake' },
    { delta: 15, daysAgo: 9, reason: 'A quiz answer was marked wrongly' },
  ]
  const known = people.filter(({ fate, joinedDaysAgo }) => fate === 'ordinary' && joinedDaysAgo > 55)
  for (const [index, { delta, daysAgo, reason }] of corrections.entries()) {
    const person = known[index]
    const at = calendar.atDesk(calendar.at(daysAgo, 12 * 60 + 7))
    if (!person || ledger.spendableAt(person.memberId, at) + delta < 0) continue
    const { memberId } = person
    const correctionId = random.uuid()
    const points = ledger.balanceAt(memberId, at)
    const total = ledger.earnedBy(memberId, at)
    const actor = actorOf(STAFF.finance)
    ledger.book(memberId, {
      at,
      kind: 'adjustment',
      availableDelta: delta,
      heldDelta: 0,
      houseAccount: 'adjustments',
      sourceKey: `correction:${correctionId}`,
      description: 'Corrected by our staff',
      subjectId: correctionId,
      actor,
    })
    rows.earningsCorrection.push({
      memberId,
      correctionId,
      totalBefore: total,
      totalAfter: total,
      pointsBefore: points,
      pointsAfter: points + delta,
      reason,
      actor,
      createdAt: at,
    })
    const before = { totalEarnings: total, points }
    audit(world, {
      at,
      by: STAFF.finance,
      action: 'member.earnings-edited',
      subject: `member:${memberId}`,
      before,
      after: { ...before, points: points + delta },
      reason,
    })
  }
}
