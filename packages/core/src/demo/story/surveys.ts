import type { QualityFlag } from '@chuma/contract/surveys/answer-quality'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { QualitySign, ReviewState } from '@chuma/contract/surveys/reviews'
import { FLAG_WEIGHTS, minimumSeconds, rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { questionsOf } from '../../surveys/questions.ts'
import { listOrdinary } from './people.ts'
import story from './story.json' with { type: 'json' }
import { actorOf, DAY, HOUR, later, type Person, STAFF, STORY_DAYS, type World } from './world.ts'

/** How long a survey that nobody finished stays open. */
const EXPIRY_DAYS = 14
/** How long a reward is held at most: as in the economy record. */
const REVIEW_HOURS = 48

/** The surveys that this member could start on that day, and has not. */
export function listOffered({ surveys, rows }: World, person: Person, daysAgo: number): World['surveys'] {
  const { memberId, country, isVisitors } = person
  const own = rows.surveyAttempt.filter((attempt) => attempt.memberId === memberId)
  return surveys.filter(
    ({ surveyId, fromDaysAgo, isOpen, country: of }) =>
      fromDaysAgo > daysAgo &&
      (isOpen || daysAgo > 31) &&
      // Someone who tries the demo finds most surveys open.
      (!isVisitors || (fromDaysAgo > 12 && fromDaysAgo < STORY_DAYS)) &&
      ['', 'Global', country].includes(of) &&
      !own.some((attempt) => attempt.surveyId === surveyId),
  )
}

type Begin = Omit<StoryRow<'surveyAttempt'>, 'startedAt'> & {
  survey: { surveyId: string; rewardUsd: number }
  startedAt: Date
}

/** Begin a survey. Unless something else is told, it stays open until it expires. */
export function beginAttempt(
  { rows, random, calendar }: World,
  { memberId }: { memberId: string },
  { survey: { surveyId, rewardUsd }, ...told }: Begin,
): StoryRow<'surveyAttempt'> {
  const expiresAt = later(told.startedAt, EXPIRY_DAYS * DAY)
  const isExpired = calendar.isPast(expiresAt)
  const attempt: StoryRow<'surveyAttempt'> = {
    memberId,
    surveyId,
    attemptId: random.uuid(),
    status: isExpired ? 'expired' : 'in_progress',
    rewardPoints: rewardPoints(rewardUsd, 1),
    screenOutPoints: 0,
    questions: [],
    flagReasons: [],
    endedAt: isExpired ? expiresAt : null,
    rating: null,
    ratedAt: null,
    ...told,
  }
  rows.surveyAttempt.push(attempt)
  return attempt
}

export const asCompleted = (at: Date) => ({ status: 'completed' as const, completedAt: at, endedAt: at })

/** In turn, what those who finish a survey think of it. Half say nothing. */
const STARS = [4, null, 5, null, 4, 3, null, 5, null, 4, null]

/** Take one of our own surveys that the member has not taken: most finish it, some leave it. */
export function takeSurvey(
  world: World,
  person: Person,
  { daysAgo, spend }: { daysAgo: number; spend: (minutes: number) => Date },
): void {
  const { random, calendar, post } = world
  const offered = listOffered(world, person, daysAgo).filter(({ kind }) => kind !== 'external')
  if (offered.length === 0) return
  const survey = random.pick(offered)
  const { surveyId, kind, title, rewardUsd, durationMinutes } = survey
  const questions = questionsOf(survey)
  const isInstant = kind === 'instant'
  const startedAt = spend(random.between(1, 4))
  const endedAt = spend(isInstant ? 0.2 : durationMinutes * (0.6 + 0.5 * random.next()))
  if (!calendar.isPast(endedAt)) return
  if (!isInstant && random.chance(0.14)) {
    beginAttempt(world, person, { survey, questions, startedAt })
    answerQuestions(world, person, { surveyId, questions: questions.slice(0, 2), startedAt, secondsEach: 30 })
    return
  }
  const flagReasons = isInstant || random.chance(0.95) ? [] : [random.pick(['too-fast', 'straight-line'])]
  const rating = STARS[world.rows.surveyAttempt.length % STARS.length] ?? null
  const rated = { rating, ratedAt: rating === null ? null : endedAt }
  beginAttempt(world, person, {
    survey,
    questions,
    startedAt,
    flagReasons,
    ...rated,
    ...asCompleted(endedAt),
  })
  answerQuestions(world, person, { surveyId, questions, startedAt, secondsEach: 30 })
  const points = rewardPoints(rewardUsd, 1)
  post(person, endedAt, { kind: 'survey', points, text: `Survey: ${title}`, id: surveyId })
}

type Answers = {
  surveyId: string
  questions: readonly SurveyQuestion[]
  startedAt: Date
  secondsEach: number
}

function answerQuestions({ random, rows }: World, { memberId, language }: Person, given: Answers): void {
  const { surveyId, questions, startedAt, secondsEach } = given
  for (const [index, { id: questionId, type, options, required }] of questions.entries()) {
    if (!required && random.chance(0.6)) continue
    const drawn: Partial<Record<typeof type, () => AnswerValue>> = {
      rating: () => random.pick([2, 3, 3, 4, 4, 4, 5, 5]),
      'yes-no': () => random.pick(['yes', 'yes', 'no']),
      // The first choices are the likeliest ones.
      'multiple-choice': () => options[Math.floor(options.length * random.next() ** 1.4)] ?? '',
    }
    // In turn, so that a survey has each remark soon, on whichever day the demo begins.
    const before = rows.surveyAnswer.filter(
      (row) => row.surveyId === surveyId && row.questionId === questionId,
    )
    const remarks = story.said.remarks[language]
    const answer = drawn[type]?.() ?? remarks[before.length % remarks.length] ?? ''
    const answeredAt = later(startedAt, ((index + 0.8) * secondsEach) / 60)
    rows.surveyAnswer.push({ memberId, surveyId, questionId, answer, answeredAt })
  }
}

/** What staff find when they come in: held rewards, an appeal, doubts about paid surveys, and what was decided before. */
export function tellReviews(world: World): void {
  const { calendar } = world
  const people = listOrdinary(world, 20)
  for (const [index, { hoursAgo, takenSeconds, ...review }] of story.reviews.entries()) {
    const person = people[index * 2]
    const at = calendar.ago(hoursAgo * HOUR)
    const open = person && listOffered(world, person, calendar.daysAgoOf(at))
    const survey = open?.find(({ kind }) => kind === 'questions')
    if (!person || !survey) continue
    const { state, flags } = review as Pick<Reviewed, 'state' | 'flags'>
    const questions = questionsOf(survey)
    const startedAt = later(at, -(takenSeconds ?? 0) / 60)
    beginAttempt(world, person, { survey, questions, startedAt, flagReasons: flags, ...asCompleted(at) })
    answerQuestions(world, person, { surveyId: survey.surveyId, questions, startedAt, secondsEach: 1 })
    reviewAnswers(world, person, { survey, questions, at, state, flags, takenSeconds })
  }
}

const REASON = 'All questions were answered within seconds, and the check question has another answer.'
const APPEAL = 'I read the questions first and answered them all at the end. Please look again.'

/** What a flag is based on, as the check of the answers would say. */
function describeFlag(flag: QualityFlag, questions: readonly SurveyQuestion[]): QualitySign {
  const idsOf = (wanted: string) => questions.flatMap(({ id, type }) => (type === wanted ? id : []))
  const sign = { flag, points: FLAG_WEIGHTS[flag] }
  if (flag === 'straight-line') {
    const lines = idsOf('grid')
    return { ...sign, questionIds: lines.length > 0 ? lines : idsOf('multiple-choice') }
  }
  if (flag === 'nonsense') return { ...sign, questionIds: idsOf('text').slice(0, 1) }
  return flag === 'faster-than-others' ? { ...sign, others: { medianSeconds: 262, count: 57 } } : sign
}

type Reviewed = {
  survey: { surveyId: string; title: string; rewardUsd: number }
  questions: readonly SurveyQuestion[]
  at: Date
  state: ReviewState
  flags: QualityFlag[]
  takenSeconds: number | null
}

/** Have staff look at answers: the reward is held until they have decided, or paid at once if there is only a doubt. */
export function reviewAnswers(
  world: World,
  person: { memberId: string; email: string },
  { survey, questions, at, state, flags, takenSeconds }: Reviewed,
): void {
  const { rows, random, calendar, act, mail, post } = world
  const { memberId, email } = person
  const { surveyId, title } = survey
  const points = rewardPoints(survey.rewardUsd, 1)
  const [reviewId, until] = [random.uuid(), later(at, REVIEW_HOURS * HOUR)]
  const isPaid = state === 'paid'
  const isDecided = state !== 'held' && state !== 'doubtful'
  const decidedAt = isDecided ? calendar.atDesk(later(at, 5 * HOUR)) : null
  const reason = isDecided && !isPaid ? REASON : null
  rows.surveyReview.push({
    ...{ memberId, surveyId, reviewId, state, flags, points, takenSeconds },
    ...{ openedAt: at, until, reason, decidedAt },
    signs: flags.map((flag) => describeFlag(flag, questions)),
    minimumSeconds: minimumSeconds([...questions]),
    decidedBy: decidedAt && actorOf(STAFF.content),
    ...(state === 'appealed' && { appeal: APPEAL, appealedAt: calendar.ago(HOUR) }),
  })
  if (state === 'held') {
    const held = { subject: 'survey', subjectId: surveyId, reason: 'survey-quality' } as const
    rows.hold.push({ memberId, holdId: random.uuid(), ...held, since: at, until, createdAt: at })
  }
  if (decidedAt) {
    const decision = isPaid ? 'paid' : 'rejected'
    const sides = { before: { state: 'held' }, after: { state: decision, points: isPaid ? points : 0 } }
    act(STAFF.content, decidedAt)(`survey-review.${decision}`, `survey-review:${reviewId}`, {
      ...sides,
      reason,
    })
    mail(decidedAt, email, ['sendSurveyReview', `${isPaid ? 'Paid' : 'Not paid'}: ${title}`])
  }
  if (state !== 'doubtful' && !isPaid) return
  const about = { text: `Survey: ${title}`, id: surveyId, ...(decidedAt && { by: actorOf(STAFF.content) }) }
  post(person, decidedAt ?? at, { kind: 'survey', points, ...about })
}
