import { later } from '../create-calendar.ts'
import type { Person, World } from '../world.ts'
import { CLAIM_NOTES } from './tell-claim.ts'
import { tellCreditReviews } from './tell-credit-reviews.ts'
import { submitProof } from './tell-proofs.ts'
import { leave } from './visit-partner.ts'

const HOUR = 60

/** What staff find when they come in: claims, proofs and partners' credits that nobody has decided yet. */
export function tellWaiting(world: World): void {
  const people = world.people.filter(
    ({ fate, joinedDaysAgo, email, country }) =>
      fate === 'ordinary' && country === 'Kenya' && joinedDaysAgo > 12 && !/^(member|premium)@/.test(email),
  )
  for (const [index, hoursAgo] of [2, 5, 14, 27, 40].entries()) {
    const person = people[index * 2 + 1]
    if (person) claim(world, person, hoursAgo)
  }
  for (const [index, hoursAgo] of [1, 3, 6, 11, 19, 31].entries()) {
    const person = people[index * 3]
    if (person) proveSomething(world, person, hoursAgo)
  }
  tellCreditReviews(world, people)
}

function claim(world: World, person: Person, hoursAgo: number): void {
  const { rows, random, calendar } = world
  const openedAt = later(calendar.now, -hoursAgo * HOUR)
  const at = later(openedAt, -(26 + hoursAgo) * HOUR)
  const click = leave(world, person, { daysAgo: calendar.daysAgoOf(at), at })
  if (!click) return
  rows.creditClaim.push({
    memberId: person.memberId,
    claimId: random.uuid(),
    clickId: click.clickId,
    note: random.pick(CLAIM_NOTES[person.language]),
    state: 'open',
    reason: null,
    points: null,
    openedAt,
    decidedAt: null,
    decidedBy: null,
  })
}

function proveSomething(world: World, person: Person, hoursAgo: number): void {
  const { rows, tasks, calendar } = world
  const isDone = (taskId: string) =>
    rows.taskProof.some(
      (proof) => proof.taskId === taskId && proof.memberId === person.memberId && proof.state !== 'rejected',
    )
  const task = tasks.find(({ kind, taskId }) => kind === 'micro-job' && !isDone(taskId))
  if (!task) return
  const submittedAt = later(calendar.now, -hoursAgo * HOUR)
  submitProof(world, { person, task, submittedAt, decidedAt: later(calendar.now, HOUR), isApproved: true })
}
