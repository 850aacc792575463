import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { rewardPoints } from '@chuma/contract/surveys/reward-points'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { questionsOf } from '../../../surveys/questions-of.ts'
import { later } from '../create-calendar.ts'
import type { Random } from '../create-random.ts'
import { type Person, reward, STORY_DAYS, type StorySurvey, type World } from '../world.ts'

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
