import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { QualityFlag, QualitySign, ReviewState } from '@chuma/contract/surveys/reviews'
import { minimumSeconds, rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { questionsOf } from '../../../surveys/questions.ts'
import { tellRequest } from '../payouts/tell-withdrawals.ts'
import {
  actorOf,
  audit,
  isCampaign,
  later,
  mail,
  type Person,
  type Random,
  reward,
  STAFF,
  STORY_DAYS,
  type World,
} from '../world.ts'
import { answerQuestions, listOffered, takeSurvey, visitPartner } from './visit-partner.ts'

const HOUR = 60
/** How long a reward is held at most: as in the economy record. */
const REVIEW_HOURS = 48
const REASON = 'The check question has another answer, and all questions were answered in six seconds.'
const APPEAL = 'I read the questions first and answered them all at the end. Please look again.'

type Case = {
  hoursAgo: number
  state: ReviewState
  flags: [QualityFlag, ...QualityFlag[]]
  takenSeconds: number | null
  /** Of `faster-than-others`. */
  others?: QualitySign['others']
}

/** What staff find when they come in: held rewards, an appeal, doubts about paid surveys, and what was decided before. */
const CASES: readonly Case[] = [
  { hoursAgo: 3, state: 'held', flags: ['too-fast', 'pace'], takenSeconds: 1 },
  { hoursAgo: 9, state: 'held', flags: ['same-as-others'], takenSeconds: 84 },
  { hoursAgo: 20, state: 'held', flags: ['too-fast', 'straight-line', 'nonsense'], takenSeconds: 6 },
  { hoursAgo: 70, state: 'appealed', flags: ['too-fast', 'attention-check'], takenSeconds: 6 },
  { hoursAgo: 160, state: 'rejected', flags: ['too-fast', 'attention-check'], takenSeconds: 5 },
  { hoursAgo: 5, state: 'doubtful', flags: ['too-fast'], takenSeconds: 8 },
  {
    hoursAgo: 7,
    state: 'doubtful',
    flags: ['faster-than-others'],
    takenSeconds: 41,
    others: { medianSeconds: 262, count: 57 },
  },
  { hoursAgo: 14, state: 'doubtful', flags: ['not-opened'], takenSeconds: null },
  { hoursAgo: 200, state: 'paid', flags: ['too-fast', 'pace'], takenSeconds: 2 },
]

/** Surveys whose answers are in doubt. */
export function tellReviews(world: World): void {
  const people = world.people.filter(
    ({ fate, joinedDaysAgo, country, email }) =>
      fate === 'ordinary' && country === 'Kenya' && joinedDaysAgo > 20 && !/^(member|premium)@/.test(email),
  )
  for (const [index, given] of CASES.entries()) {
    const person = people[index * 2]
    if (person) answerInDoubt(world, person, given)
  }
}

type Asked = { questions: readonly SurveyQuestion[]; others: QualitySign['others'] }

/** What a flag is based on, as the check of the answers would say. */
function describeFlag(flag: QualityFlag, { questions, others }: Asked): QualitySign {
  const ofType = (type: SurveyQuestion['type']) =>
    questions.filter((question) => question.type === type).map(({ id }) => id)
  const questionIds =
    flag === 'straight-line'
      ? ofType('multiple-choice')
      : flag === 'nonsense'
        ? ofType('text').slice(0, 1)
        : []
  return {
    flag,
    ...(questionIds.length > 0 && { questionIds }),
    ...(flag === 'faster-than-others' && others && { others }),
  }
}

function answerInDoubt(world: World, person: Person, given: Case): void {
  const { rows, random, calendar } = world
  const { hoursAgo, state, flags, takenSeconds, others } = given
  const at = later(calendar.now, -hoursAgo * HOUR)
  const survey = listOffered(world, person, calendar.daysAgoOf(at)).find(({ kind }) => kind === 'questions')
  if (!survey) return
  const { memberId } = person
  const { surveyId, title } = survey
  const questions = questionsOf(survey)
  const points = rewardPoints(survey.rewardUsd, 1)
  const startedAt = later(at, -(takenSeconds ?? 0) / 60)
  rows.surveyAttempt.push({
    memberId,
    surveyId,
    attemptId: random.uuid(),
    status: 'completed',
    rewardPoints: points,
    screenOutPoints: 0,
    questions,
    flagReasons: flags,
    startedAt,
    completedAt: at,
    endedAt: at,
  })
  answerQuestions(world, person, { surveyId, questions, startedAt, secondsEach: 1 })
  const signs = flags.map((flag) => describeFlag(flag, { questions, others }))
  const review = { memberId, surveyId, reviewId: random.uuid(), state, flags, signs, points, takenSeconds }
  const decided = decide(world, person, { ...review, at, title })
  rows.surveyReview.push({
    ...review,
    ...decided,
    minimumSeconds: minimumSeconds(questions),
    openedAt: at,
    until: later(at, REVIEW_HOURS * HOUR),
    ...(state === 'appealed' && { appeal: APPEAL, appealedAt: later(calendar.now, -HOUR) }),
  })
  if (state === 'held') holdReward(world, { memberId, subjectId: surveyId, at })
  if (state !== 'doubtful' && state !== 'paid') return
  reward(world, person, {
    at: decided.decidedAt ?? at,
    kind: 'survey',
    points,
    sourceKey: `survey:${surveyId}`,
    description: `Survey: ${title}`,
    subjectId: surveyId,
    ...(decided.decidedBy && { actor: decided.decidedBy }),
  })
}

type Review = { reviewId: string; state: ReviewState; points: number; at: Date; title: string }

/** What staff decided a few hours later, with its audit entry and mail. Nothing, while it waits. */
function decide(world: World, { email: to }: Person, { reviewId, state, points, at, title }: Review) {
  if (state === 'held' || state === 'doubtful') return { reason: null, decidedAt: null, decidedBy: null }
  const decidedAt = later(at, 5 * HOUR)
  const isRejected = state !== 'paid'
  const decision = isRejected ? 'rejected' : 'paid'
  const by = STAFF.content
  audit(world, {
    at: decidedAt,
    by,
    action: `survey-review.${decision}`,
    subject: `survey-review:${reviewId}`,
    before: { state: 'held' },
    after: { state: decision, points: isRejected ? 0 : points },
    ...(isRejected ? { reason: REASON } : {}),
  })
  const subject = `${isRejected ? 'Not paid' : 'Paid'}: ${title}`
  mail(world, { at: later(decidedAt, 0.1), to, kind: 'sendSurveyReview', subject })
  return { reason: isRejected ? REASON : null, decidedAt, decidedBy: actorOf(by) }
}

type Held = { memberId: string; subjectId: string; at: Date }

function holdReward({ rows, random }: World, { memberId, subjectId, at }: Held): void {
  rows.hold.push({
    memberId,
    holdId: random.uuid(),
    subject: 'survey',
    subjectId,
    reason: 'survey-quality',
    since: at,
    until: later(at, REVIEW_HOURS * HOUR),
    createdAt: at,
  })
}

/** How busy a day of the week is, from Sunday on. */
const RHYTHM = [0.55, 1.05, 1.15, 1.1, 1, 0.95, 0.7]
/** Days between two withdrawals of one member, at the least. */
const PATIENCE_DAYS = 6

type Habits = { lastLoginDay: number; streak: number; lastRequest: number }

/** Let everyone live from the day they joined until they left, or until now. */
export function tellDays(world: World): void {
  const habits = new Map<string, Habits>()
  for (let daysAgo = STORY_DAYS - 1; daysAgo >= 0; daysAgo--) {
    for (const person of world.people) {
      const isHere = daysAgo <= person.joinedDaysAgo && daysAgo >= person.leftDaysAgo
      if (!isHere || !world.random.chance(likelihood(world, person, daysAgo))) continue
      const habit = habits.get(person.memberId) ?? { lastLoginDay: 999, streak: 0, lastRequest: 999 }
      habits.set(person.memberId, habit)
      liveDay(world, person, { daysAgo, habit })
    }
  }
}

function likelihood({ calendar }: World, { keenness, joinedDaysAgo }: Person, daysAgo: number): number {
  const rhythm = RHYTHM[calendar.weekdayOf(daysAgo)] ?? 1
  const firstDays = joinedDaysAgo - daysAgo < 3 ? 1.6 : 1
  return keenness * rhythm * firstDays * (isCampaign(daysAgo) ? 1.5 : 1)
}

function liveDay(world: World, person: Person, { daysAgo, habit }: { daysAgo: number; habit: Habits }): void {
  const { random, calendar } = world
  const isFirstDay = daysAgo === person.joinedDaysAgo
  let clock = isFirstDay
    ? later(person.joinedAt, random.between(3, 12))
    : calendar.at(daysAgo, random.between(6 * 60, 19 * 60))
  const spend = (minutes: number) => {
    clock = later(clock, minutes)
    return clock
  }
  // Everything of a day lies within it, and nothing in the future.
  const endOfDay = calendar.at(daysAgo, 22 * 60)
  const isOver = () => clock >= endOfDay || clock >= later(calendar.now, -45)
  if (isOver()) return
  if (random.chance(0.45)) claimLogin(world, person, { at: clock, daysAgo, habit })
  if (random.chance(0.3) && !isOver()) takeSurvey(world, person, { daysAgo, spend })
  if (random.chance(0.22) && !isOver())
    visitPartner(world, person, { daysAgo, at: spend(random.between(2, 9)) })
  const isPremium =
    person.premiumFrom !== null && person.premiumFrom >= daysAgo && (person.premiumUntil ?? clock) > clock
  if (isPremium && !isOver()) playGames(world, person, { daysAgo, spend, isOver })
  if (isOver()) return
  if (habit.lastRequest - daysAgo >= PATIENCE_DAYS && random.chance(0.4)) {
    if (tellRequest(world, person, spend(random.between(2, 20)))) habit.lastRequest = daysAgo
  }
  person.lastSeenAt = clock
}

type Login = { at: Date; daysAgo: number; habit: Habits }

function claimLogin(world: World, person: Person, { at, daysAgo, habit }: Login): void {
  const { rows, calendar } = world
  const day = calendar.dayOf(at)
  habit.streak = habit.lastLoginDay === daysAgo + 1 ? habit.streak + 1 : 1
  habit.lastLoginDay = daysAgo
  const points = 25
  rows.dailyLogin.push({ memberId: person.memberId, day, points, streak: habit.streak, claimedAt: at })
  reward(world, person, {
    at,
    kind: 'daily-login',
    points,
    sourceKey: `daily-login:${day}`,
    description: habit.streak > 1 ? `Daily login, day ${habit.streak} in a row` : 'Daily login',
  })
}

const KEYS = ['A', 'B', 'C', 'D'] as const

type Hour = { daysAgo: number; spend: (minutes: number) => Date; isOver: () => boolean }

/** Spin, answer the quiz, watch a video and open an ad, as premium members do on most days. */
function playGames(world: World, person: Person, { spend, isOver }: Hour): void {
  const { random } = world
  if (random.chance(0.45)) spin(world, person, spend(2))
  if (random.chance(0.35) && !isOver()) answerQuiz(world, person, spend(random.between(2, 6)))
  if (random.chance(0.45) && !isOver())
    openTask(world, person, { kind: 'video', at: spend(random.between(2, 5)) })
  if (random.chance(0.35) && !isOver())
    openTask(world, person, { kind: 'ad', at: spend(random.between(1, 3)) })
}

function draw(random: Random): number {
  const { spinTable } = defaultEconomy
  let left = random.next() * spinTable.reduce((sum, { weight }) => sum + weight, 0)
  for (const { points, weight } of spinTable) {
    left -= weight
    if (left < 0) return points
  }
  return 0
}

function spin(world: World, person: Person, at: Date): void {
  const { random, rows, calendar } = world
  const { memberId } = person
  const day = calendar.dayOf(at)
  const points = draw(random)
  rows.spin.push({ memberId, day, points, drawnFrom: [...defaultEconomy.spinTable], spunAt: at })
  if (points > 0)
    reward(world, person, { at, kind: 'spin', points, sourceKey: `spin:${day}`, description: 'Spin wheel' })
}

function answerQuiz(world: World, person: Person, at: Date): void {
  const { random, rows, calendar, base } = world
  const day = calendar.dayOf(at)
  const first = random.between(0, base.questions.length - 1)
  const asked = [...base.questions, ...base.questions].slice(first, first + 5)
  const questions = asked.map(
    ({ questionId, question, optionA, optionB, optionC, optionD, correctAnswer }) => ({
      id: questionId,
      question,
      options: [optionA, optionB, optionC, optionD].map((text, index) => ({ key: KEYS[index] ?? 'A', text })),
      correctAnswer,
    }),
  )
  const answers = Object.fromEntries(
    questions.map(({ id, correctAnswer }) => [id, random.chance(0.7) ? correctAnswer : random.pick(KEYS)]),
  )
  const correct = questions.filter(({ id, correctAnswer }) => answers[id] === correctAnswer).length
  const points = correct * defaultEconomy.quizPointsPerCorrect
  const submittedAt = later(at, 1.5)
  rows.quizAttempt.push({
    memberId: person.memberId,
    day,
    questions,
    openedAt: at,
    answers,
    correct,
    points,
    submittedAt,
    flagReasons: [],
  })
  if (points === 0) return
  const description = `Quiz: ${correct} of ${questions.length} right`
  reward(world, person, { at: submittedAt, kind: 'quiz', points, sourceKey: `quiz:${day}`, description })
}

function openTask(world: World, person: Person, { kind, at }: { kind: 'video' | 'ad'; at: Date }): void {
  const { random, rows, calendar, tasks } = world
  const day = calendar.dayOf(at)
  const task = random.pick(tasks.filter((each) => each.kind === kind))
  const requiredSeconds = kind === 'video' ? 30 : (task.minTimeSeconds ?? 10)
  const claimedAt = later(at, (requiredSeconds + random.between(6, 60)) / 60)
  const { taskId, points, title } = task
  rows.taskView.push({
    memberId: person.memberId,
    viewId: random.uuid(),
    taskId,
    kind,
    openedAt: at,
    requiredSeconds,
    claimedAt,
    day,
    points,
    voidedAt: null,
    claimedTimeSpent: null,
  })
  reward(world, person, {
    at: claimedAt,
    kind,
    points,
    sourceKey: `${kind}:${taskId}:${day}`,
    description: `${kind === 'video' ? 'Video' : 'Advertisement'}: ${title}`,
    subjectId: taskId,
  })
}
