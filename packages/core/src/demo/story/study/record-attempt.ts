import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { minimumSeconds } from '@chuma/contract/surveys/minimum-seconds'
import type { QualityFlag } from '@chuma/contract/surveys/reviews'
import { follow } from '../../../surveys/questionnaire/follow.ts'
import { describeAsked } from '../../../surveys/questionnaire/read-progress.ts'
import { sayEnd } from '../../../surveys/questionnaire/screen-out.ts'
import { screenOutReward, surveyReward } from '../../../surveys/survey-reward.ts'
import { later } from '../create-calendar.ts'
import type { Random } from '../create-random.ts'
import type { World } from '../world.ts'
import { OPEN_QUESTION } from './open-answers.ts'
import type { Respondent } from './respondents.ts'
import { reviewAttempt } from './review-attempt.ts'
import type { Study } from './study.ts'

type Taken = {
  random: Random
  person: Respondent
  /** In codes. */
  answers: ReadonlyMap<number, AnswerValue>
  /** Only of answers in doubt. */
  state?: 'held' | 'rejected' | 'paid'
  /** The number of answers before they leave it. */
  leavesAfter?: number
}

const EXPIRY_MINUTES = 14 * 24 * 60
/** All answers alike, in seconds, and a run along the keyboard: doubts enough for holding the reward. */
const CARELESS: ReadonlyMap<number, AnswerValue> = new Map<number, AnswerValue>([
  [7, 3],
  [8, 3],
  [11, { rows: { phone: 'lot', chama: 'lot', sacco: 'lot', bank: 'lot' } }],
  [OPEN_QUESTION, 'asdfgh'],
])
const CARELESS_FLAGS: QualityFlag[] = ['too-fast', 'straight-line', 'nonsense']

/** Record one person's way through the study, as the product would have followed it: attempt, answers, reward or review. */
export function recordAttempt(world: World, study: Study, taken: Taken): void {
  const { person, random, state, leavesAfter } = taken
  const { memberId, startedAt } = person
  const { surveyId } = study
  const followed = followAnswers(study, taken)
  const screenedOut = followed.end?.outcome === 'screened-out'
  const seconds = state ? random.between(9, 21) : secondsFor(random, followed.answers.size)
  const endedAt = later(startedAt, seconds / 60)
  const { asked: questions } = describeAsked(followed)
  const status = leavesAfter === undefined ? (screenedOut ? 'screened_out' : 'completed') : null
  const expiredAt = later(startedAt, EXPIRY_MINUTES)
  const isExpired = status === null && world.calendar.isPast(expiredAt)
  world.rows.surveyAttempt.push({
    memberId,
    surveyId,
    attemptId: random.uuid(),
    status: status ?? (isExpired ? 'expired' : 'in_progress'),
    rewardPoints: study.points,
    screenOutPoints: study.screenOutPoints,
    questionnaireVersion: 1,
    questions,
    screenOutReason: screenedOut ? sayEnd(followed, person.language) : null,
    flagReasons: state ? CARELESS_FLAGS : [],
    startedAt,
    completedAt: status === 'completed' ? endedAt : null,
    endedAt: status ? endedAt : isExpired ? expiredAt : null,
  })
  const traits = listTraits(person)
  if (status === 'completed' && traits.length > 0) world.rows.surveyTrait.push({ memberId, surveyId, traits })
  const each = seconds / followed.answers.size
  for (const [index, [questionId, answer]] of [...followed.answers].entries()) {
    const answeredAt = later(startedAt, ((index + 0.9) * each) / 60)
    world.rows.surveyAnswer.push({ memberId, surveyId, questionId, answer, answeredAt })
  }
  if (status === null) return
  if (state) {
    const review = { state, flags: CARELESS_FLAGS, takenSeconds: seconds, at: endedAt }
    const paid = reviewAttempt(world, study, {
      ...review,
      person,
      random,
      minimumSeconds: minimumSeconds(questions),
    })
    if (paid) book(world, study, { person, at: paid.at, screenedOut, actor: paid.by })
    return
  }
  book(world, study, { person, at: endedAt, screenedOut, actor: `member:${memberId}` })
}

const COUNTIES_KNOWN = ['nairobi', 'kiambu', 'nakuru', 'mombasa', 'kisumu', 'kakamega']

/** What most of them had told about themselves. */
function listTraits({ memberId, sex, county }: Respondent): string[] {
  // A fifth have said nothing; drawn from the id, so that the rest of the story stays as it is.
  if (Number.parseInt(memberId.slice(0, 2), 16) < 51) return []
  return [...(COUNTIES_KNOWN.includes(county) ? [`county=${county}`] : []), `sex=${sex}`]
}

/** Only what was asked counts, in the order of the questionnaire. */
function followAnswers({ asked, surveyId }: Study, { person, answers, state, leavesAfter }: Taken) {
  const given = new Map([...answers, ...(state ? CARELESS : [])].slice(0, leavesAfter))
  return follow(asked, { answers: given, seed: `${person.memberId}:${surveyId}` })
}

/** Most take two to five minutes, a few much longer. */
const secondsFor = (random: Random, answers: number) =>
  Math.round(answers * (9 + 14 * random.next() + 60 * random.next() ** 9))

type Earned = { person: Respondent; at: Date; screenedOut: boolean; actor: string }

function book({ ledger }: World, study: Study, { person, at, screenedOut, actor }: Earned): void {
  const { memberId } = person
  const { surveyId, title, points, screenOutPoints } = study
  const promised = { memberId, surveyId, title }
  const {
    points: availableDelta,
    kind,
    sourceKey,
    description,
    subjectId,
  } = screenedOut
    ? screenOutReward({ ...promised, points: screenOutPoints })
    : surveyReward({ ...promised, points })
  ledger.book(memberId, {
    at,
    kind,
    availableDelta,
    heldDelta: 0,
    houseAccount: 'rewards',
    sourceKey,
    description,
    subjectId,
    actor,
  })
}
