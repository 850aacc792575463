import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { rewardPoints } from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { StoryRow } from '@chuma/db/seed-story/story-rows'
import { questionsOf } from '../../../surveys/questions.ts'
import {
  actorOf,
  audit,
  type Click,
  later,
  mail,
  type Person,
  type Random,
  reward,
  STAFF,
  STORY_DAYS,
  type StorySurvey,
  type World,
} from '../world.ts'
import { countTransaction, creditClick, receiveEvent } from './credit-click.ts'

/** Leave for a partner's survey or link: many are paid for it, some are screened out, some hear nothing and ask. */
export function visitPartner(
  world: World,
  person: Person,
  { daysAgo, at }: { daysAgo: number; at: Date },
): void {
  const { random, calendar } = world
  const click = leave(world, person, { daysAgo, at })
  if (!click) return
  const answeredAt = later(at, random.between(9, 240))
  if (!calendar.isPast(answeredAt)) return
  const luck = random.next()
  if (luck < 0.58) creditClick(world, person, { click, at: answeredAt })
  else if (luck < 0.7 && click.attempt) screenOut(world, person, { click, at: answeredAt })
  else {
    if (luck < 0.8) refuse(world, { click, at: answeredAt })
    tellClaim(world, person, click)
  }
}

/** Follow a link that the member has not followed to its end. Null: there is none. */
export function leave(
  world: World,
  person: Person,
  { daysAgo, at }: { daysAgo: number; at: Date },
): Click | null {
  const { random, rows, tasks } = world
  const surveys = listOffered(world, person, daysAgo).filter(({ kind }) => kind === 'external')
  const links = tasks.filter(({ kind, fromDaysAgo }) => kind === 'affiliate' && fromDaysAgo > daysAgo)
  const survey = surveys.length > 0 && random.chance(0.75) ? random.pick(surveys) : null
  const link = !survey && links.length > 0 ? random.pick(links) : null
  const target = survey ?? link
  if (!target) return null
  const { memberId } = person
  const points = survey ? rewardPoints(survey.rewardUsd, 1) : (link?.points ?? 0)
  const click = {
    clickId: random.uuid(),
    reference: random.bytes(24).toString('base64url'),
    partnerId: target.partnerId ?? world.partners.research,
    title: target.title,
    points,
    amountUsd: survey ? survey.rewardUsd * 1.4 : Math.max(2.5, points / 45),
    at,
  }
  const { clickId, reference, partnerId, title } = click
  rows.click.push({
    memberId,
    clickId,
    reference,
    surveyId: survey?.surveyId ?? null,
    taskId: link?.taskId ?? null,
    partnerId: target.partnerId,
    points,
    title,
    clickedAt: at,
    address: person.address,
    userAgent: person.device,
  })
  rows.clickReference.push({ reference, memberId, clickId })
  return {
    ...click,
    partnerId,
    attempt: survey ? beginAttempt(world, memberId, { surveyId: survey.surveyId, points, at }) : null,
  }
}

type Begin = { surveyId: string; points: number; at: Date }

/** Open until the partner says something, or until it expires. */
function beginAttempt({ rows, random, calendar }: World, memberId: string, { surveyId, points, at }: Begin) {
  const expiresAt = later(at, 14 * 24 * 60)
  const isExpired = calendar.isPast(expiresAt)
  const attempt: StoryRow<'surveyAttempt'> = {
    memberId,
    surveyId,
    attemptId: random.uuid(),
    status: isExpired ? 'expired' : 'in_progress',
    rewardPoints: points,
    screenOutPoints: 0,
    questions: [],
    screenOutReason: null,
    flagReasons: [],
    startedAt: at,
    completedAt: null,
    endedAt: isExpired ? expiresAt : null,
  }
  rows.surveyAttempt.push(attempt)
  return attempt
}

function screenOut(world: World, { memberId }: Person, { click, at }: { click: Click; at: Date }): void {
  const { partnerId, reference, attempt } = click
  const transactionId = `S${world.random.code(9)}`
  const reason = world.random.pick(['quota-full', 'age-group', 'region', 'not-a-match'])
  const kind = 'screenout'
  const eventId = receiveEvent(world, {
    partnerId,
    at,
    kind,
    transactionId,
    reference,
    amountUsd: 0,
    outcome: 'screened-out',
    reason,
    memberId,
  })
  countTransaction(world, { partnerId, transactionId, kind, eventId, at, memberId, creditId: null })
  if (attempt) Object.assign(attempt, { status: 'screened_out', screenOutReason: reason, endedAt: at })
}

/** A signature that does not fit: the partner's mistake, which a member's claim brings to light. */
function refuse(world: World, { click, at }: { click: Click; at: Date }): void {
  const { partnerId, reference, amountUsd } = click
  const transactionId = `T${world.random.code(9)}`
  receiveEvent(world, {
    partnerId,
    at,
    kind: 'credit',
    transactionId,
    reference,
    amountUsd,
    outcome: 'rejected',
    reason: 'signature-mismatch',
  })
}

type Visit = { daysAgo: number; spend: (minutes: number) => Date }

/** An open survey of ours is left as it is for so long. */
const EXPIRY_DAYS = 14

/** Take one of our own surveys that the member has not taken: most finish it, some leave it. */
export function takeSurvey(world: World, person: Person, { daysAgo, spend }: Visit): void {
  const { random, rows, calendar } = world
  const offered = listOffered(world, person, daysAgo).filter(({ kind }) => kind !== 'external')
  if (offered.length === 0) return
  const survey = random.pick(offered)
  const questions = questionsOf(survey)
  const startedAt = spend(random.between(1, 4))
  const isInstant = survey.kind === 'instant'
  const endedAt = spend(isInstant ? 0.2 : survey.durationMinutes * (0.6 + 0.5 * random.next()))
  if (!calendar.isPast(endedAt)) return
  const isFinished = isInstant || random.chance(0.86)
  const expiresAt = later(startedAt, EXPIRY_DAYS * 24 * 60)
  const expiredAt = isFinished || !calendar.isPast(expiresAt) ? null : expiresAt
  const points = rewardPoints(survey.rewardUsd, 1)
  rows.surveyAttempt.push({
    memberId: person.memberId,
    surveyId: survey.surveyId,
    attemptId: random.uuid(),
    status: isFinished ? 'completed' : expiredAt ? 'expired' : 'in_progress',
    rewardPoints: points,
    screenOutPoints: 0,
    questions,
    flagReasons:
      isFinished && !isInstant && random.chance(0.05) ? [random.pick(['too-fast', 'straight-line'])] : [],
    startedAt,
    completedAt: isFinished ? endedAt : null,
    endedAt: isFinished ? endedAt : expiredAt,
  })
  const answered = isFinished ? questions : questions.slice(0, random.between(1, 3))
  const { surveyId } = survey
  answerQuestions(world, person, { surveyId, questions: answered, startedAt, secondsEach: 30 })
  if (!isFinished) return
  const sourceKey = `survey:${survey.surveyId}`
  reward(world, person, {
    at: endedAt,
    kind: 'survey',
    points,
    sourceKey,
    description: `Survey: ${survey.title}`,
    subjectId: survey.surveyId,
  })
}

type Answers = {
  surveyId: string
  questions: readonly SurveyQuestion[]
  startedAt: Date
  secondsEach: number
}

export function answerQuestions(
  { random, rows }: World,
  person: Person,
  { surveyId, questions, startedAt, secondsEach }: Answers,
): void {
  for (const [index, question] of questions.entries()) {
    if (!question.required && random.chance(0.6)) continue
    const before = rows.surveyAnswer.filter(
      (row) => row.surveyId === surveyId && row.questionId === question.id,
    ).length
    rows.surveyAnswer.push({
      memberId: person.memberId,
      surveyId,
      questionId: question.id,
      answer: answerTo(random, { question, person, before }),
      answeredAt: later(startedAt, ((index + 0.8) * secondsEach) / 60),
    })
  }
}

/** The surveys that this member could start on that day, and has not. */
export function listOffered(
  { surveys, rows }: World,
  { memberId, country, isVisitors }: Person,
  daysAgo: number,
): StorySurvey[] {
  const taken = new Set(
    rows.surveyAttempt.filter((attempt) => attempt.memberId === memberId).map(({ surveyId }) => surveyId),
  )
  return surveys.filter(
    (survey) =>
      survey.fromDaysAgo > daysAgo &&
      (survey.isOpen || daysAgo > 31) &&
      // Someone who tries the demo finds most surveys open.
      (!isVisitors || (survey.fromDaysAgo > 12 && survey.fromDaysAgo < STORY_DAYS)) &&
      ['', 'Global', country].includes(survey.country) &&
      !taken.has(survey.surveyId),
  )
}

/** In turn, so that a survey has each of them soon, on whichever day the demo begins. */
const REMARKS = {
  en: [
    'Make it cheaper for people outside town.',
    'It works, but the queue is long.',
    'I would tell my sister about it.',
    'More choice, please.',
    'Ask us again when the rains come.',
    'The network is the problem, not the price.',
  ],
  sw: [
    'Bei iko juu kidogo.',
    'Inafanya kazi vizuri.',
    'Ningependa chaguo zaidi.',
    'Mtandao ndio shida, si bei.',
  ],
}

/** `before`: how many have answered the question. */
type Answering = { question: SurveyQuestion; person: Person; before: number }

function answerTo(random: Random, { question, person, before }: Answering): AnswerValue {
  const { type, options } = question
  if (type === 'rating') return random.pick([2, 3, 3, 4, 4, 4, 5, 5])
  if (type === 'yes-no') return random.pick(['yes', 'yes', 'no'])
  // The first choices are the likeliest ones.
  if (type === 'multiple-choice') return options[Math.floor(options.length * random.next() ** 1.4)] ?? ''
  const remarks = REMARKS[person.language]
  return remarks[before % remarks.length] ?? ''
}

const DAY_MINUTES = 24 * 60
export const CLAIM_NOTES = {
  en: [
    'I finished it and saw the thank-you page.',
    'The page closed at the end, but I answered everything.',
    'It took me the whole twenty minutes.',
    '',
  ],
  sw: ['Nilimaliza maswali yote.', 'Ukurasa ulifunga mwishoni.', ''],
}
const GRANTED = ['The partner confirms that you finished.', 'We found your event; its signature had failed.']
const DECLINED = [
  'The partner says that you left before the last page.',
  'The partner did not count this answer: it came from a second device.',
  'The survey was full when you arrived.',
]

/** Some who hear nothing claim their points a few days later; staff decide within two or three. */
function tellClaim(world: World, person: Person, click: Click): void {
  const { random, rows, calendar } = world
  if (!random.chance(0.5)) return
  const openedAt = later(click.at, random.between(1, 4) * DAY_MINUTES + random.between(5, 300))
  // Today's and yesterday's are told by tell-waiting.ts.
  if (calendar.daysAgoOf(openedAt) < 2) return
  const decidedAt = calendar.atDesk(later(openedAt, random.between(5, 52) * 60))
  if (!calendar.isPast(decidedAt)) return
  const isCredited = random.chance(0.5)
  const by = random.pick([STAFF.support, STAFF.content, STAFF.finance])
  const points = click.points > 0 ? click.points : rewardPoints(click.amountUsd, 1)
  const claimId = random.uuid()
  const reason = random.pick(isCredited ? GRANTED : DECLINED)
  const { memberId, email } = person
  rows.creditClaim.push({
    memberId,
    claimId,
    clickId: click.clickId,
    note: random.pick(CLAIM_NOTES[person.language]),
    state: isCredited ? 'credited' : 'declined',
    reason,
    points: isCredited ? points : null,
    openedAt,
    decidedAt,
    decidedBy: actorOf(by),
  })
  const after = { state: isCredited ? 'credited' : 'declined', points: isCredited ? points : null }
  audit(world, {
    at: decidedAt,
    by,
    action: 'decide-claim',
    subject: `claim:${claimId}`,
    before: { state: 'open' },
    after,
    reason,
  })
  mail(world, {
    at: later(decidedAt, 0.1),
    kind: 'sendClaimDecided',
    to: email,
    subject: `Your claim for ${click.title}`,
  })
  if (!isCredited) return
  if (click.attempt)
    Object.assign(click.attempt, { status: 'completed', completedAt: decidedAt, endedAt: decidedAt })
  reward(world, person, {
    at: decidedAt,
    kind: 'claim',
    points,
    sourceKey: `claim:${click.clickId}`,
    description: `Claim granted: ${click.title}`,
    subjectId: click.clickId,
    actor: actorOf(by),
  })
}
