import { type AnswerQuality, actionFor, type QualityFlag } from './answer-quality.ts'
import type { QualitySign } from './reviews.ts'
import type { SurveyQuestion } from './surveys.ts'

/** 400 words a minute: faster than nearly everyone reads text that they have to answer. */
const WORDS_A_SECOND = 400 / 60

/** Choosing is one tap; a typed answer is at least a few words on a phone's keyboard. */
const ANSWER_SECONDS: Record<SurveyQuestion['type'], number> = {
  'multiple-choice': 1,
  rating: 1,
  'yes-no': 1,
  text: 4,
  choices: 2,
  scale: 1,
  number: 2,
  grid: 1,
  note: 0,
  date: 2,
  time: 2,
  'date-time': 3,
  ranking: 4,
}

/**
 * Return the seconds below which nobody reads and answers these questions: a fast reader's time for the words, and the time of
 * an answer for each required question. Choices count half, because people stop at theirs.
 */
export function minimumSeconds(
  questions: readonly Pick<SurveyQuestion, 'type' | 'question' | 'options' | 'required' | 'rows'>[],
): number {
  const seconds = questions.map(({ type, question, options, required, rows = [] }) => {
    const choices = [...options, ...rows.map(({ label }) => label)]
    const words = countWords(question) + choices.reduce((sum, choice) => sum + countWords(choice), 0) / 2
    // Each row of a grid is an answer of its own.
    return words / WORDS_A_SECOND + (required ? ANSWER_SECONDS[type] * Math.max(1, rows.length) : 0)
  })
  return Math.ceil(seconds.reduce((sum, each) => sum + each, 0))
}

/** Return the seconds below which a survey takes answers for careless: `percent` of what an unhurried reader needs. */
export function timeLimit(minimum: number, { time: { percent } }: AnswerQuality): number {
  return Math.ceil((3 * minimum * percent) / 100)
}

const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length

/**
 * How much each flag puts answers in doubt, in points of a hundred. Mild flags happen to honest people: three of them are no accident.
 * A failed attention check holds with any other flag, and what no honest answer looks like holds alone (docs/decisions/0081).
 */
export const FLAG_WEIGHTS: Readonly<Record<QualityFlag, number>> = {
  'too-fast': 20,
  'faster-than-others': 20,
  'not-opened': 20,
  'straight-line': 20,
  contradiction: 20,
  'same-answers': 30,
  'same-device': 20,
  'same-as-own': 20,
  nonsense: 20,
  'attention-check': 30,
  'same-as-others': 50,
  pace: 50,
  repeated: 50,
}

/** From this score on, a reward is held. Below it, it is paid at once, and the doubt can delay a withdrawal. */
export const HOLD_SCORE = 50

/** Return what a flag adds to the score of a survey with these rules. 0: the survey does not look for it. */
export function weighFlag(flag: QualityFlag, quality: AnswerQuality): number {
  const action = actionFor(flag, quality)
  return action === 'off' ? 0 : action === 'hold' ? HOLD_SCORE : FLAG_WEIGHTS[flag]
}

/** Add up how much is in doubt: 0 is nothing, 100 everything. */
export function qualityScore(signs: readonly Pick<QualitySign, 'points'>[]): number {
  return Math.min(
    100,
    signs.reduce((sum, { points }) => sum + points, 0),
  )
}

/** Calculate a member's points for an offer that pays `rewardUsd`: rounded half up, at least one. */
export function rewardPoints(rewardUsd: number, pointsPerUsd: number): number {
  return Math.max(1, boughtPoints(rewardUsd, pointsPerUsd))
}

/** Calculate the points that this amount buys: rounded half up, and none for less than half a point. */
export function boughtPoints(amountUsd: number, pointsPerUsd: number): number {
  // In cents first: as a float 1.005 * 100 is 100.49999999999999, which would round down.
  const hundredths = Math.round(Math.round(amountUsd * 100) * pointsPerUsd)
  return Math.floor((hundredths + 50) / 100)
}

/** The precision of a rate: more decimals are ignored. */
const SCALE = 1_000_000

/** Convert whole shillings to dollars, rounded down to cents: a PayPal payment never exceeds the shillings' value. */
export function toUsd(amountKes: number, kesPerUsd: number): number {
  const rate = BigInt(Math.max(1, Math.round(kesPerUsd * SCALE)))
  return Number((BigInt(amountKes) * 100n * BigInt(SCALE)) / rate) / 100
}
