import type { QualityFlag, QualitySign } from '@chuma/contract/surveys/reviews'
import { later } from '../create-calendar.ts'
import type { Random } from '../create-random.ts'
import { actorOf, audit, mail, STAFF, type World } from '../world.ts'
import { OPEN_QUESTION } from './open-answers.ts'
import type { Respondent } from './respondents.ts'
import type { Study } from './study.ts'

const HOUR = 60
/** How long a reward is held at most: as in the economy record. */
const REVIEW_MINUTES = 48 * HOUR
const REASON = 'All questions were answered within seconds, with the same answer all along and no words.'

/** What a flag is based on, as the check of the answers would say. */
const describeFlag = (flag: QualityFlag): QualitySign => ({
  flag,
  ...(flag === 'straight-line' && { questionIds: [11] }),
  ...(flag === 'nonsense' && { questionIds: [OPEN_QUESTION] }),
})

type Review = {
  person: Respondent
  random: Random
  state: 'held' | 'rejected' | 'paid'
  flags: QualityFlag[]
  takenSeconds: number
  minimumSeconds: number
  /** When they completed the study. */
  at: Date
}

/** Hold the reward, and decide about it unless it is held still. Returns when and by whom it was paid. */
export function reviewAttempt(
  world: World,
  study: Study,
  { person, random, at, ...review }: Review,
): { at: Date; by: string } | undefined {
  const { surveyId, points } = study
  const { memberId } = person
  const { state } = review
  const until = later(at, REVIEW_MINUTES)
  const by = actorOf(STAFF.content)
  const decidedAt = state === 'held' ? null : world.calendar.atDesk(later(at, 4 * HOUR))
  const reviewId = random.uuid()
  world.rows.surveyReview.push({
    ...review,
    memberId,
    surveyId,
    reviewId,
    signs: review.flags.map(describeFlag),
    points,
    openedAt: at,
    until,
    reason: state === 'rejected' ? REASON : null,
    decidedAt,
    decidedBy: decidedAt && by,
  })
  if (!decidedAt) {
    const hold = { subject: 'survey' as const, subjectId: surveyId, reason: 'survey-quality' as const }
    world.rows.hold.push({ ...hold, memberId, holdId: random.uuid(), since: at, until, createdAt: at })
    return undefined
  }
  const isRejected = state === 'rejected'
  audit(world, {
    at: decidedAt,
    by: STAFF.content,
    action: `survey-review.${state}`,
    subject: `survey-review:${reviewId}`,
    before: { state: 'held' },
    after: { state, points: isRejected ? 0 : points },
    ...(isRejected && { reason: REASON }),
  })
  mail(world, {
    at: later(decidedAt, 0.1),
    to: person.email,
    kind: 'sendSurveyReview',
    subject: `${isRejected ? 'Not paid' : 'Paid'}: ${study.title}`,
  })
  return isRejected ? undefined : { at: decidedAt, by }
}
