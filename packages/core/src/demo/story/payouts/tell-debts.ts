import { later } from '../create-calendar.ts'
import { creditClick, takeBack } from '../days/credit-click.ts'
import { type Person, STAFF, type World } from '../world.ts'
import { approve, attempt, newReceipt, request, settlePaid } from './withdrawal-steps.ts'

const SUCCESS = { resultCode: '0', resultDescription: 'The service request is processed successfully.' }

/** Two who withdrew a partner's large reward before the partner took it back. */
export function tellDebts(world: World): void {
  const { calendar, people, partners, random, rows } = world
  for (const person of people.filter(({ fate }) => fate === 'indebted')) {
    const at = calendar.at(random.between(30, 34), random.between(9 * 60, 17 * 60))
    const click = {
      clickId: random.uuid(),
      reference: random.bytes(24).toString('base64url'),
      partnerId: partners.research,
      title: 'Open a savings goal',
      points: 250,
      amountUsd: 6,
      at,
      attempt: null,
    }
    const task = world.tasks.find(({ title }) => title === click.title)
    if (!task) continue
    const { memberId } = person
    const { clickId, reference, title, points } = click
    rows.click.push({
      memberId,
      clickId,
      reference,
      surveyId: null,
      taskId: task.taskId,
      partnerId: null,
      points,
      title,
      clickedAt: at,
      address: person.address,
      userAgent: person.device,
    })
    rows.clickReference.push({ reference, memberId, clickId })
    creditClick(world, { ...person, fate: 'erased' }, { click, at: later(at, 90) })
    const credit = rows.partnerCredit.at(-1)
    for (const daysAgo of [19, 17, 16]) spendAll(world, person, daysAgo)
    const takenBackAt = calendar.at(random.between(3, 6), random.between(9 * 60, 15 * 60))
    const { partnerId = partners.research, transactionId = '', creditId = '' } = credit ?? {}
    if (credit)
      Object.assign(credit, { state: 'reversed', settledAt: takenBackAt, reason: 'failed-quality-check' })
    takeBack(world, person, {
      partnerId,
      transactionId,
      creditId,
      points,
      title,
      at: takenBackAt,
      isPaid: true,
      reference,
      amountUsd: 6,
    })
  }
}

function spendAll(world: World, person: Person, daysAgo: number): void {
  const askedAt = world.calendar.at(daysAgo, 10 * 60)
  const points = Math.min(250, world.ledger.spendableAt(person.memberId, askedAt))
  if (points < 1) return
  const asked = request(world, person, { at: askedAt, points })
  const decidedAt = world.calendar.atDesk(later(askedAt, 70))
  const paidAt = later(decidedAt, 0.3)
  const receipt = newReceipt(world)
  approve(world, asked, { at: decidedAt, by: STAFF.payer })
  if (asked.row.method === 'bank') {
    settlePaid(world, asked, { at: paidAt, receipt: `EFT-${daysAgo}${receipt}`, by: STAFF.payer })
  } else {
    attempt(world, asked, { state: 'paid', at: decidedAt, settledAt: paidAt, receipt, ...SUCCESS })
    settlePaid(world, asked, { at: paidAt, receipt })
  }
}
