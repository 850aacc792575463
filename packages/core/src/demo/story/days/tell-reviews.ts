import { minimumSeconds } from '@chuma/contract/surveys/minimum-seconds'
import type { QualityFlag, QualitySign, ReviewState } from '@chuma/contract/surveys/reviews'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { questionsOf } from '../../../surveys/questions-of.ts'
import { later } from '../create-calendar.ts'
import { actorOf, audit, mail, type Person, reward, STAFF, type World } from '../world.ts'
import { answerQuestions, listOffered } from './take-survey.ts'

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
