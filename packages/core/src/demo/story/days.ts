import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import {
  isPremiumKind,
  isProofKind,
  type ProofKind,
  TASK_RULES,
  type ViewKind,
} from '@chuma/contract/tasks/task-kinds'
import { visitPartner } from './partners.ts'
import { tellRequest } from './payouts.ts'
import { listOrdinary } from './people.ts'
import story from './story.json' with { type: 'json' }
import { takeSurvey } from './surveys.ts'
import { actorOf, HOUR, isCampaign, later, type Person, STAFF, STORY_DAYS, type World } from './world.ts'

/** How busy a day of the week is, from Sunday on. */
const RHYTHM = [0.55, 1.05, 1.15, 1.1, 1, 0.95, 0.7]
/** Days between two withdrawals of one member, at the least. */
const PATIENCE_DAYS = 6

type Habits = { lastLoginDay: number; streak: number; lastRequest: number }

/** Let everyone live from the day they joined until they left, or until now. */
export function tellDays(world: World): void {
  const { random, calendar, people } = world
  const habits = new Map<string, Habits>()
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    for (const person of people) {
      const { memberId, joinedDaysAgo, leftDaysAgo, keenness } = person
      const rhythm = (RHYTHM[calendar.weekdayOf(daysAgo)] ?? 1) * (isCampaign(daysAgo) ? 1.5 : 1)
      const share = keenness * rhythm * (joinedDaysAgo - daysAgo < 3 ? 1.6 : 1)
      if (daysAgo > joinedDaysAgo || daysAgo < leftDaysAgo || !random.chance(share)) continue
      const habit = habits.get(memberId) ?? { lastLoginDay: 999, streak: 0, lastRequest: 999 }
      habits.set(memberId, habit)
      liveDay(world, person, { daysAgo, habit })
    }
  }
}

function liveDay(world: World, person: Person, { daysAgo, habit }: { daysAgo: number; habit: Habits }): void {
  const { random, calendar } = world
  let clock = calendar.at(daysAgo, random.between(6 * HOUR, 19 * HOUR))
  if (daysAgo === person.joinedDaysAgo) clock = later(person.joinedAt, random.between(3, 12))
  const spend = (minutes: number) => {
    clock = later(clock, minutes)
    return clock
  }
  // Everything of a day lies within it, and nothing in the future.
  const end = Math.min(calendar.at(daysAgo, 22 * HOUR).getTime(), calendar.ago(45).getTime())
  const does = (share: number) => clock.getTime() < end && random.chance(share)
  if (does(0.45)) claimLogin(world, person, { at: clock, daysAgo, habit })
  if (does(0.3)) takeSurvey(world, person, { daysAgo, spend })
  if (does(0.22)) visitPartner(world, person, { daysAgo, at: spend(random.between(2, 9)) })
  const { premiumFrom, premiumUntil } = person
  if (premiumFrom !== null && premiumFrom >= daysAgo && (premiumUntil ?? clock) > clock) {
    if (does(0.45)) spin(world, person, spend(2))
    if (does(0.35)) answerQuiz(world, person, spend(random.between(2, 6)))
    if (does(0.45)) openTask(world, person, { kind: 'video', at: spend(random.between(2, 5)) })
    if (does(0.35)) openTask(world, person, { kind: 'ad', at: spend(random.between(1, 3)) })
  }
  if (habit.lastRequest - daysAgo >= PATIENCE_DAYS && does(0.4)) {
    if (tellRequest(world, person, spend(random.between(2, 20)))) habit.lastRequest = daysAgo
  }
  if (clock.getTime() < end) person.lastSeenAt = clock
}

function claimLogin(
  { rows, calendar, post }: World,
  person: Person,
  { at, daysAgo, habit }: { at: Date; daysAgo: number; habit: Habits },
): void {
  const day = calendar.dayOf(at)
  habit.streak = habit.lastLoginDay === daysAgo + 1 ? habit.streak + 1 : 1
  habit.lastLoginDay = daysAgo
  const { streak } = habit
  const points = 25
  rows.dailyLogin.push({ memberId: person.memberId, day, points, streak, claimedAt: at })
  const text = streak > 1 ? `Daily login, day ${streak} in a row` : 'Daily login'
  post(person, at, { kind: 'daily-login', points, key: `daily-login:${day}`, text })
}

function spin({ random, rows, calendar, post }: World, person: Person, at: Date): void {
  const { spinTable } = defaultEconomy
  const day = calendar.dayOf(at)
  const slot = random.pickShare(Object.fromEntries(spinTable.map(({ weight }, index) => [index, weight])))
  const points = spinTable[Number(slot)]?.points ?? 0
  rows.spin.push({ memberId: person.memberId, day, points, drawnFrom: [...spinTable], spunAt: at })
  if (points > 0) post(person, at, { kind: 'spin', points, key: `spin:${day}`, text: 'Spin wheel' })
}

const KEYS = ['A', 'B', 'C', 'D'] as const

function answerQuiz({ random, rows, calendar, base, post }: World, person: Person, at: Date): void {
  const day = calendar.dayOf(at)
  const first = random.between(0, base.questions.length - 1)
  const asked = [...base.questions, ...base.questions].slice(first, first + 5)
  const questions = asked.map(({ questionId, question, correctAnswer, ...options }) => {
    const texts = [options.optionA, options.optionB, options.optionC, options.optionD]
    const shown = texts.map((text, index) => ({ key: KEYS[index] ?? 'A', text }))
    return { id: questionId, question, options: shown, correctAnswer }
  })
  const answers = Object.fromEntries(
    questions.map(({ id, correctAnswer }) => [id, random.chance(0.7) ? correctAnswer : random.pick(KEYS)]),
  )
  const correct = questions.filter(({ id, correctAnswer }) => answers[id] === correctAnswer).length
  const points = correct * defaultEconomy.quizPointsPerCorrect
  const submittedAt = later(at, 1.5)
  const result = { questions, answers, correct, points, flagReasons: [] }
  rows.quizAttempt.push({ memberId: person.memberId, day, openedAt: at, submittedAt, ...result })
  const text = `Quiz: ${correct} of ${questions.length} right`
  if (points > 0) post(person, submittedAt, { kind: 'quiz', points, key: `quiz:${day}`, text })
}

function openTask(world: World, person: Person, { kind, at }: { kind: ViewKind; at: Date }): void {
  const { random, rows, calendar, tasks, post } = world
  const day = calendar.dayOf(at)
  const task = random.pick(tasks.filter((each) => each.kind === kind))
  const { taskId, points, title } = task
  const requiredSeconds = kind === 'video' ? 30 : (task.minTimeSeconds ?? 10)
  const claimedAt = later(at, (requiredSeconds + random.between(6, 60)) / 60)
  const view = { viewId: random.uuid(), taskId, kind, day, points, openedAt: at, requiredSeconds, claimedAt }
  rows.taskView.push({ memberId: person.memberId, ...view })
  const text = `${TASK_RULES[kind].name}: ${title}`
  post(person, claimedAt, { kind, points, key: `${kind}:${taskId}:${day}`, text, id: taskId })
}

/** Proofs of tasks: most are approved within a day, some are rejected and handed in again. */
export function tellProofs(world: World): void {
  const { random, calendar, tasks } = world
  for (const person of world.people) {
    const { keenness, joinedDaysAgo, joinedAt, leftDaysAgo, premiumFrom } = person
    if (person.fate === 'unverified' || person.email.startsWith('member@')) continue
    for (const task of tasks) {
      if (!isProven(task)) continue
      const from = isPremiumKind(task.kind) ? premiumFrom : joinedDaysAgo
      if (from === null || !random.chance(0.25 + keenness / 2)) continue
      const firstDay = Math.min(joinedDaysAgo, from)
      // Towards now, where staff still have them to decide.
      const daysAgo = leftDaysAgo + Math.floor((firstDay - leftDaysAgo) * random.next() ** 1.6)
      const submittedAt = calendar.at(daysAgo, random.between(7 * HOUR, 20 * HOUR))
      if (submittedAt < later(joinedAt, 30) || !calendar.isPast(submittedAt)) continue
      const decidedAt = calendar.atDesk(later(submittedAt, random.between(90, 30 * HOUR)))
      const isApproved = random.chance(0.82)
      submitProof(world, person, { task, submittedAt, decidedAt, isApproved })
      const again = later(decidedAt, random.between(HOUR, 10 * HOUR))
      if (isApproved || random.chance(0.5) || !calendar.isPast(again)) continue
      if (calendar.daysAgoOf(again) < leftDaysAgo) continue
      const decidedAgainAt = calendar.atDesk(later(again, random.between(HOUR, 15 * HOUR)))
      submitProof(world, person, { task, submittedAt: again, decidedAt: decidedAgainAt, isApproved: true })
    }
  }
  const waiting = listOrdinary(world, 12)
  for (const [index, hoursAgo] of [1, 3, 6, 11, 19, 31].entries()) {
    const person = waiting[index * 3]
    const isDone = (taskId: string) =>
      world.rows.taskProof.some(
        (proof) =>
          proof.taskId === taskId && proof.memberId === person?.memberId && proof.state !== 'rejected',
      )
    const task = tasks.filter(isProven).find(({ kind, taskId }) => !isPremiumKind(kind) && !isDone(taskId))
    const submittedAt = calendar.ago(hoursAgo * HOUR)
    const decidedAt = calendar.ago(-HOUR)
    if (person && task) submitProof(world, person, { task, submittedAt, decidedAt, isApproved: true })
  }
}

type Task = World['tasks'][number]
type ProvenTask = Task & { kind: ProofKind }
const isProven = (task: Task): task is ProvenTask => isProofKind(task.kind)

type Submission = { task: ProvenTask; submittedAt: Date; decidedAt: Date; isApproved: boolean }

function submitProof(world: World, person: Person, { task, isApproved, ...times }: Submission): void {
  const { random, rows, calendar, act, mail, post } = world
  const { taskId, kind, title, points } = task
  const by = random.pick([STAFF.content, STAFF.content, STAFF.owner])
  const proofId = random.uuid()
  const proof = title.includes('market')
    ? `${random.pick(story.said.markets)}: maize flour KES ${random.between(160, 210)}, milk KES ${random.between(55, 75)}`
    : `https://example.com/${person.firstName.toLowerCase()}/${random.code(6).toLowerCase()}`
  const { submittedAt, decidedAt: at } = times
  const row = { memberId: person.memberId, proofId, taskId, kind, proof, points, submittedAt }
  if (!calendar.isPast(at)) {
    rows.taskProof.push({ ...row, state: 'submitted' })
    return
  }
  const state = isApproved ? 'approved' : 'rejected'
  const reason = isApproved ? null : random.pick(story.said.proofReasons)
  rows.taskProof.push({ ...row, state, reason, decidedAt: at, decidedBy: actorOf(by) })
  const sides = { before: { state: 'submitted' }, after: { state, points: isApproved ? points : 0 } }
  act(by, at)(`proof.${state}`, `proof:${proofId}`, { ...sides, reason })
  if (!isApproved) {
    mail(at, person.email, ['sendProofRejected', `Not approved: ${title}`])
    return
  }
  mail(at, person.email, ['sendProofApproved', `Approved: ${title}`])
  const text = `${TASK_RULES[kind].name}: ${title}`
  post(person, at, { kind, points, key: `${kind}:${taskId}`, text, id: taskId, by })
}
