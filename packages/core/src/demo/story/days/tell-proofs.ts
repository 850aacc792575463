import { boughtPoints } from '@chuma/contract/surveys/survey-measures'
import {
  actorOf,
  audit,
  type Click,
  later,
  mail,
  type Person,
  reward,
  STAFF,
  type StoryTask,
  type World,
} from '../world.ts'
import { countTransaction, receiveEvent } from './credit-click.ts'
import { CLAIM_NOTES, leave } from './visit-partner.ts'

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

const REJECTED = 'The partner counts only the first step: the rest was not reached.'

/** Credits whose partner paid less than was promised: some wait for staff, one was rejected. */
function tellCreditReviews(world: World, people: readonly Person[]): void {
  for (const [index, hoursAgo] of [3, 9, 26, 51].entries()) {
    const person = people[index * 2 + 2]
    if (person) payLess(world, person, { hoursAgo })
  }
  const [other] = people.slice(-1)
  if (other) payLess(world, other, { hoursAgo: 150, rejectedBy: STAFF.content })
}

type Told = { hoursAgo: number; rejectedBy?: (typeof STAFF)[keyof typeof STAFF] }

function payLess(world: World, person: Person, { hoursAgo, rejectedBy }: Told): void {
  const { calendar } = world
  const at = later(calendar.now, -hoursAgo * HOUR)
  const leftAt = later(at, -47)
  const click = leave(world, person, { daysAgo: calendar.daysAgoOf(leftAt), at: leftAt })
  if (!click || click.points === 0) return
  const creditId = announce(world, person, { click, at })
  const credit = world.rows.partnerCredit.find((row) => row.creditId === creditId)
  if (!credit || !rejectedBy) return
  const decidedAt = calendar.atDesk(later(at, 20 * HOUR))
  if (!calendar.isPast(decidedAt)) return
  const decidedBy = actorOf(rejectedBy)
  Object.assign(credit, { state: 'cancelled', reason: REJECTED, settledAt: decidedAt, decidedBy })
  audit(world, {
    at: decidedAt,
    by: rejectedBy,
    action: 'decide-credit-review',
    subject: `credit:${creditId}`,
    before: { state: 'review' },
    after: { state: 'cancelled', points: 0 },
    reason: REJECTED,
  })
}

function announce(world: World, { memberId }: Person, { click, at }: { click: Click; at: Date }): string {
  const { random, rows } = world
  const { partnerId, clickId, reference, title, points, attempt } = click
  const amountUsd = Math.max(0.4, Math.round(points * 60) / 100)
  const [transactionId, creditId] = [`T${random.code(9)}`, random.uuid()]
  const said = { partnerId, at, kind: 'credit', transactionId, memberId } as const
  const reason = 'pays-less-than-promised'
  const eventId = receiveEvent(world, { ...said, reference, amountUsd, outcome: 'review', reason, points })
  countTransaction(world, { ...said, eventId, creditId })
  rows.partnerCredit.push({
    memberId,
    creditId,
    partnerId,
    transactionId,
    clickId,
    kind: attempt ? 'survey' : 'offer',
    title,
    points,
    amountUsd,
    boughtPoints: boughtPoints(amountUsd, 1),
    reviewReason: reason,
    state: 'review',
    createdAt: at,
    releaseAt: at,
    settledAt: null,
    reason: null,
  })
  return creditId
}

const MARKETS = ['Gikomba', 'Kongowea', 'Kibuye', 'Wakulima', 'Karatina', 'Marikiti', 'Chwele', 'Oile']
const REASONS = [
  'The link cannot be opened. Please make the post public and hand it in again.',
  'Two of the three prices are missing.',
  'The picture has been handed in by somebody else.',
  'Bei ya maziwa haipo. Tafadhali tuma tena.',
]

/** Proofs of tasks and micro-jobs: most are approved within a day, some are rejected and handed in again. */
export function tellProofs(world: World): void {
  for (const person of world.people) {
    if (person.fate === 'unverified' || person.email.startsWith('member@')) continue
    for (const task of world.tasks) {
      const isOpenToThem =
        task.kind === 'micro-job' || (task.kind === 'social' && person.premiumFrom !== null)
      if (isOpenToThem && world.random.chance(0.25 + person.keenness / 2)) handIn(world, person, task)
    }
  }
}

function handIn(world: World, person: Person, task: StoryTask): void {
  const { random, calendar } = world
  const firstDay =
    task.kind === 'social' ? Math.min(person.joinedDaysAgo, person.premiumFrom ?? 0) : person.joinedDaysAgo
  // Towards now, where staff still have them to decide.
  const span = firstDay - person.leftDaysAgo
  const daysAgo = person.leftDaysAgo + Math.floor(span * random.next() ** 1.6)
  const submittedAt = later(calendar.at(daysAgo, random.between(7 * 60, 20 * 60)), 0)
  if (submittedAt < later(person.joinedAt, 30) || !calendar.isPast(submittedAt)) return
  const decidedAt = calendar.atDesk(later(submittedAt, random.between(90, 30 * 60)))
  const isRejected = random.chance(0.18)
  submitProof(world, { person, task, submittedAt, decidedAt, isApproved: !isRejected })
  const again = later(decidedAt, random.between(60, 600))
  if (
    !isRejected ||
    random.chance(0.5) ||
    !calendar.isPast(again) ||
    calendar.daysAgoOf(again) < person.leftDaysAgo
  )
    return
  submitProof(world, {
    person,
    task,
    submittedAt: again,
    decidedAt: calendar.atDesk(later(again, random.between(60, 900))),
    isApproved: true,
  })
}

type Submission = { person: Person; task: StoryTask; submittedAt: Date; decidedAt: Date; isApproved: boolean }

function submitProof(world: World, { person, task, submittedAt, decidedAt, isApproved }: Submission): void {
  const { random, rows, calendar } = world
  const kind = task.kind === 'social' ? ('social' as const) : ('micro-job' as const)
  const isDecided = calendar.isPast(decidedAt)
  const state = isDecided
    ? isApproved
      ? ('approved' as const)
      : ('rejected' as const)
    : ('submitted' as const)
  const by = random.pick([STAFF.content, STAFF.content, STAFF.owner])
  const proofId = random.uuid()
  const reason = state === 'rejected' ? random.pick(REASONS) : null
  const { memberId, email } = person
  rows.taskProof.push({
    memberId,
    proofId,
    taskId: task.taskId,
    kind,
    proof: proofFor(world, person, task),
    state,
    points: task.points,
    reason,
    submittedAt,
    decidedAt: isDecided ? decidedAt : null,
    decidedBy: isDecided ? actorOf(by) : null,
  })
  if (!isDecided) return
  const after = { state, points: isApproved ? task.points : 0 }
  audit(world, {
    at: decidedAt,
    by,
    action: `proof.${state}`,
    subject: `proof:${proofId}`,
    before: { state: 'submitted' },
    after,
    ...(reason ? { reason } : {}),
  })
  const about = isApproved
    ? { kind: 'sendProofApproved', subject: `Approved: ${task.title}` }
    : { kind: 'sendProofRejected', subject: `Not approved: ${task.title}` }
  mail(world, { at: later(decidedAt, 0.1), to: email, ...about })
  if (!isApproved) return
  reward(world, person, {
    at: decidedAt,
    kind,
    points: task.points,
    sourceKey: `${kind}:${task.taskId}`,
    description: `${kind === 'social' ? 'Social task' : 'Micro-job'}: ${task.title}`,
    subjectId: task.taskId,
    actor: actorOf(by),
  })
}

function proofFor({ random }: World, { firstName }: Person, { title }: StoryTask): string {
  if (!title.includes('market'))
    return `https://example.com/${firstName.toLowerCase()}/${random.code(6).toLowerCase()}`
  const prices = [random.between(160, 210), random.between(10, 30), random.between(55, 75)]
  return `${random.pick(MARKETS)}: maize flour (2 kg) KES ${prices[0]}, a bunch of sukuma wiki KES ${prices[1]}, a litre of milk KES ${prices[2]}.`
}
