import { later } from '../create-calendar.ts'
import { actorOf, audit, mail, type Person, reward, STAFF, type StoryTask, type World } from '../world.ts'

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

export function submitProof(
  world: World,
  { person, task, submittedAt, decidedAt, isApproved }: Submission,
): void {
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
