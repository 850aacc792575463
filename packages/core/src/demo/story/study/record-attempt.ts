import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { QualityFlag, QualitySign } from '@chuma/contract/surveys/reviews'
import { minimumSeconds } from '@chuma/contract/surveys/survey-measures'
import { follow } from '../../../surveys/questionnaire/follow.ts'
import { sayEnd } from '../../../surveys/questionnaire/screen-out.ts'
import { describeAsked } from '../../../surveys/questionnaire/take-answers.ts'
import { screenOutReward, surveyReward } from '../../../surveys/surveys.ts'
import { actorOf, audit, type Calendar, later, mail, type Random, STAFF, type World } from '../world.ts'
import { OPEN_QUESTION } from './money.ts'

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

export type Respondent = {
  memberId: string
  firstName: string
  lastName: string
  email: string
  language: 'en' | 'sw'
  sex: 'female' | 'male'
  age: 'a18' | 'a25' | 'a35' | 'a50'
  county: string
  joinedAt: Date
  startedAt: Date
}

/** The days of the fieldwork, counted back from today. */
export const FIELD = { from: 37, to: 1 } as const

const FIRST_NAMES = {
  female:
    'Achieng Akoth Amina Anyango Asha Beatrice Chelangat Consolata Damaris Dorcas Eunice Fatma Gathoni Jebet Jerotich Kanini Khadija Lydia Makena Mumbi Mwikali Nancy Nasimiyu Njeri Nyambura Nyokabi Priscilla Rael Saumu Syombua Tabitha Veronica Wangui Wanja Zainab'.split(
      ' ',
    ),
  male: 'Abdi Ali Anthony Benard Bonface Charo Chege David Ezekiel Francis Gideon Hamisi Ian Jackson James Juma Karanja Kimani Kiprono Kiprotich Makau Maina Moses Mugo Mwenda Ndegwa Ochieng Ouma Paul Philip Rashid Shadrack Simon Wanyama Wycliffe'.split(
    ' ',
  ),
}
const LAST_NAMES =
  'Achola Barasa Chepkwony Cheruiyot Gachanja Gathogo Githinji Hussein Juma Kamande Karanja Khalif Kiarie Kibaki Kimeu Kinyua Kirui Korir Kosgei Kyalo Macharia Maingi Makokha Mbogo Mburu Mohamud Muli Munene Muriuki Musau Mutai Mutheu Mwakazi Mwangangi Ndirangu Njenga Nyaga Nyongesa Obiero Ochola Odera Ogola Okoth Oloo Omar Ombati Onyango Opiyo Osoro Rono Ruto Shikuku Sitati Tanui Wabwire Wachira Wafula Wanyonyi Waweru Were'.split(
    ' ',
  )

/** Shares of the sample, in percent. */
const AGES = { a18: 28, a25: 36, a35: 25, a50: 11 } as const
const COUNTIES = {
  nairobi: 24,
  kiambu: 12,
  nakuru: 11,
  mombasa: 10,
  kisumu: 10,
  kakamega: 9,
  other: 24,
} as const
const COAST = 'mombasa'

/** Most come in the first week and after a reminder in the fourth; few at weekends. */
const REMINDED_DAYS_AGO = 14

/** Make up people who are alike in nothing but that they take the study. */
export function createRespondents(random: Random, calendar: Calendar, count: number): Respondent[] {
  const days = listFieldDays(calendar)
  return Array.from({ length: count }, (_, index) => createRespondent(random, calendar, { index, days }))
}

/** Each day as often as its share of the answers. */
function listFieldDays(calendar: Calendar): number[] {
  const length = FIELD.from - FIELD.to + 1
  return Array.from({ length }, (_, at) => FIELD.from - at).flatMap((daysAgo) => {
    const since = (begun: number) => (daysAgo <= begun ? Math.exp((daysAgo - begun) / 5) : 0)
    const share = 2 + 14 * since(FIELD.from) + 9 * since(REMINDED_DAYS_AGO)
    return Array<number>(Math.round(share * (calendar.isWeekend(daysAgo) ? 0.6 : 1))).fill(daysAgo)
  })
}

function createRespondent(
  random: Random,
  calendar: Calendar,
  { index, days }: { index: number; days: readonly number[] },
): Respondent {
  const sex = random.chance(0.53) ? 'female' : 'male'
  const firstName = random.pick(FIRST_NAMES[sex])
  const lastName = random.pick(LAST_NAMES)
  const county = pickShare(random, COUNTIES)
  // Before the ninety days: the sign-ups of the story keep their shape.
  const joinedAt = calendar.at(random.between(96, 230), random.between(7 * 60, 21 * 60))
  return {
    memberId: random.uuid(),
    firstName,
    lastName,
    // Of two people with one name, only the number differs.
    email: `${firstName}.${lastName}.${index + 1}@demo.chuma`.toLowerCase(),
    language: random.chance(county === COAST ? 0.6 : 0.3) ? 'sw' : 'en',
    sex,
    age: pickShare(random, AGES),
    county,
    joinedAt,
    startedAt: later(calendar.at(random.pick(days), 0), 60 * (6.5 + 14 * random.next() ** 0.8)),
  }
}

export function pickShare<Name extends string>(random: Random, shares: Readonly<Record<Name, number>>): Name {
  const entries = Object.entries(shares) as [Name, number][]
  let left = random.next() * entries.reduce((sum, [, share]) => sum + share, 0)
  for (const [name, share] of entries) {
    left -= share
    if (left < 0) return name
  }
  return (entries.at(-1) as [Name, number])[0]
}

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
function reviewAttempt(
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

export type Study = {
  surveyId: string
  title: string
  asked: Questionnaire
  points: number
  screenOutPoints: number
  /** The ids of the categories of the open question, in the order of their codes. */
  categories: string[]
  codedAt: Date
}
