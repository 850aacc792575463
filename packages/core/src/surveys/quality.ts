import {
  type AnswerQuality,
  LIST_QUALITY,
  QUESTIONNAIRE_QUALITY,
} from '@chuma/contract/surveys/answer-quality'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { QualitySign } from '@chuma/contract/surveys/reviews'
import {
  FLAG_WEIGHTS,
  HOLD_SCORE,
  minimumSeconds,
  qualityScore,
  timeLimit,
  weighFlag,
} from '@chuma/contract/surveys/survey-measures'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import {
  countOthersWith,
  insertAnswerPrints,
  readConduct,
  readOthersTime,
} from '@chuma/db/queries/surveys/surveys'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import type { Contradicted } from './questionnaire/follow.ts'
import { findStraightLines, MIN_LINES } from './straight-lines.ts'
import type { OpenedAttempt } from './surveys.ts'

type Measuring = Pick<Deps, 'secrets'> & { trx: Trx }
type Answered = {
  memberId: string
  attempt: OpenedAttempt
  answers: ReadonlyMap<number, AnswerValue>
  contradictions: readonly Contradicted[]
}
type Measured = { signs: QualitySign[]; takenSeconds: number | null; minimumSeconds: number }

/**
 * Measure a survey that is about to be completed, and find what puts it in doubt by the survey's rules. The caller holds the lock of the
 * member's completions, and has not completed this one.
 * @throws AppError NOT_SIGNED_IN: the member was erased meanwhile
 */
export async function measureAnswers(
  { secrets, trx }: Measuring,
  { memberId, attempt, answers, contradictions }: Answered,
): Promise<Measured> {
  const ref = { memberId, surveyId: attempt.surveyId }
  const telling = listOpenAnswers(attempt.questions, answers).filter(({ text }) => isTelling(text))
  const conduct = await readConduct(trx, { ...ref, texts: telling.map(({ text }) => text) })
  if (conduct.isErased) throw new AppError('NOT_SIGNED_IN')
  const version = attempt.questionnaireVersion
  const quality = conduct.quality ?? (version === null ? LIST_QUALITY : QUESTIONNAIRE_QUALITY)
  const recent = conduct.recent.map(({ secondsAgo, questions }) => ({
    secondsAgo,
    minimumSeconds: minimumSeconds(questions),
  }))
  const measured = {
    minimumSeconds: timeLimit(minimumSeconds(attempt.questions), quality),
    takenSeconds: findTakenSeconds(attempt, { ...conduct, lastSeconds: recent[0]?.secondsAgo }),
  }
  const isCompared = measured.takenSeconds !== null && measured.takenSeconds >= measured.minimumSeconds
  const prints = {
    words: telling.map(({ questionId, text }) => `${questionId}\0${text}`),
    ...(quality !== LIST_QUALITY && listWhole(attempt.questions, answers, conduct.device)),
  }
  const signs = findSigns({
    ...measured,
    quality,
    contradictions,
    others: isCompared ? await readOthersTime(trx, { ...ref, version }) : null,
    questions: attempt.questions,
    answers,
    recent,
    flaggedLastDay: conduct.flaggedLastDay,
    sharers: await comparePrints({ secrets, trx }, ref, prints),
    repeatsOwnWords: conduct.repeatsOwnWords,
  })
  return { signs, ...measured }
}

type Times = { surveySeconds: number | null; listSeconds: number | null; lastSeconds: number | undefined }

/**
 * Since the member started the survey or was first sent it, whichever is earlier; for one that was never opened, since they were
 * first sent the list that day. Never since before their last survey, so that no second counts twice.
 */
function findTakenSeconds(
  { isNew, openForSeconds }: OpenedAttempt,
  { surveySeconds, listSeconds, lastSeconds }: Times,
): number | null {
  const opened = [isNew ? null : openForSeconds, surveySeconds].filter((seconds) => seconds !== null)
  const since = opened.length > 0 ? Math.max(...opened) : listSeconds
  return since === null ? null : Math.max(0, Math.floor(Math.min(since, lastSeconds ?? since)))
}

/** What members are compared by, each as the texts of one kind. */
type Prints = { words: string[]; answers?: string[]; device?: string[] }
/** How many other members share the most common text of each kind. */
type Sharers = Record<keyof Prints, number>

/** Fewer choices are alike by chance. */
const CHOICES_TO_COMPARE = 15

/** List what a careful copy cannot change word by word: all choices together, and the device. */
function listWhole(
  questions: readonly SurveyQuestion[],
  answers: ReadonlyMap<number, AnswerValue>,
  device: string | null,
): Omit<Prints, 'words'> {
  const chosen = questions
    .filter(({ type }) => type !== 'text')
    .flatMap(({ id }): [number, AnswerValue][] => {
      const answer = answers.get(id)
      return answer === undefined ? [] : [[id, answer]]
    })
  const count = chosen.reduce((sum, [, answer]) => sum + countChoices(answer), 0)
  return {
    answers: count < CHOICES_TO_COMPARE ? [] : [JSON.stringify(chosen)],
    device: device === null ? [] : [device],
  }
}

const countChoices = (answer: AnswerValue) =>
  typeof answer === 'object' && 'rows' in answer ? Object.keys(answer.rows).length : 1

const PURPOSES = { words: 'open answer', answers: 'whole answers', device: 'answering device' } as const

/** Store the prints, and count who shares them. */
async function comparePrints(
  { secrets, trx }: Measuring,
  { memberId, surveyId }: { memberId: string; surveyId: string },
  { words, answers = [], device = [] }: Prints,
): Promise<Sharers> {
  const sharers: Sharers = { words: 0, answers: 0, device: 0 }
  const prints = Object.entries({ words, answers, device }).flatMap(([name, texts]) => {
    const kind = name as keyof Prints
    return texts.map((text) => ({ kind, hashes: secrets.hash(PURPOSES[kind], `${surveyId}\0${text}`) }))
  })
  await insertAnswerPrints(
    trx,
    memberId,
    prints.map(({ hashes: [print] }) => print),
  )
  for (const { kind, hashes } of prints)
    sharers[kind] = Math.max(sharers[kind], await countOthersWith(trx, memberId, hashes))
  return sharers
}

/** The median of fewer members says little. */
const OTHERS_TO_COMPARE = 20
const OF_THE_MEDIAN = 1 / 3
/** People use the same words by chance; with the fifth member it is a text that is passed around. */
const OTHERS_WITH_SAME_WORDS = 4
/** Two phones of one kind at home are no accident either. */
const OTHERS_WITH_SAME_DEVICE = 3
/** Surveys with a flag in the last day, before this one. */
const FLAGGED_BEFORE = 5
/** Half of what the fastest person needs: several tabs that are sent one after the other come close to the whole. */
const PACE = 0.5
/** Someone who tries out the site may rush through this number before it. */
const RUSHED_BEFORE = 4

/** Another survey that the member has completed in the last hour. */
type RecentSurvey = { secondsAgo: number; minimumSeconds: number }

export type Completed = {
  quality: AnswerQuality
  questions: readonly SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  minimumSeconds: number
  /** Since the member started it or was first sent it, and since their last survey. Null: it was never sent. */
  takenSeconds: number | null
  /** What others took for the same version; null: nobody has answered it yet, or this one was too fast. */
  others: { medianSeconds: number; count: number } | null
  contradictions: readonly Contradicted[]
  /** Newest first. */
  recent: readonly RecentSurvey[]
  sharers: Sharers
  repeatsOwnWords: boolean
  flaggedLastDay: number
}

/** A flag with what was found, before the survey's rules weigh it. `isMild`: it never holds alone. */
type Raised = Omit<QualitySign, 'points'> & { isMild?: boolean }

/** Find what is suspicious about a completed survey, and what it is based on. Times are the database's; nothing that a browser says counts. */
export function findSigns(completed: Completed): QualitySign[] {
  const { quality, flaggedLastDay } = completed
  const signs = [
    ...findHaste(completed),
    ...findCarelessness(completed),
    ...findCopies(completed),
    ...findNonsense(completed),
  ].flatMap(({ isMild = false, ...raised }): QualitySign[] => {
    const points = weighFlag(raised.flag, quality)
    if (points === 0) return []
    return [{ ...raised, points: isMild ? Math.min(points, FLAG_WEIGHTS[raised.flag]) : points }]
  })
  // Earlier doubts alone put nothing about this survey in doubt.
  if (signs.length === 0 || flaggedLastDay < FLAGGED_BEFORE) return signs
  const points = weighFlag('repeated', quality)
  return [...signs, { flag: 'repeated', points, measured: flaggedLastDay, limit: FLAGGED_BEFORE }]
}

const raise = (isRaised: boolean, raised: Raised): Raised[] => (isRaised ? [raised] : [])

const withQuestions = (questionIds: number[]) => (questionIds.length > 0 ? { questionIds } : {})

function findHaste(completed: Completed): Raised[] {
  const { takenSeconds: measured, minimumSeconds: limit, others } = completed
  const pace = raise(exceedsPace(completed), { flag: 'pace' })
  if (measured === null) return [{ flag: 'not-opened' }, ...pace]
  if (measured < limit && completed.quality.time.action !== 'off')
    return [{ flag: 'too-fast', measured, limit }, ...pace]
  // What everyone needs at least is flagged already: this finds who hurried through a long survey.
  if (others === null || others.count < OTHERS_TO_COMPARE) return pace
  const ofOthers = Math.ceil(others.medianSeconds * OF_THE_MEDIAN)
  const isFaster = measured < others.medianSeconds * OF_THE_MEDIAN
  return [...raise(isFaster, { flag: 'faster-than-others', measured, limit: ofOthers, others }), ...pace]
}

function findCarelessness({ questions, answers, contradictions, quality }: Completed): Raised[] {
  const failed = questions.filter((question) => failsCheck(question, answers.get(question.id)))
  const limit = quality.straightLine.rows
  const { lines, measured, isThroughout } = findStraightLines(questions, answers, limit)
  const contradicted = [...new Set(contradictions.flatMap(({ questionIds }) => questionIds))]
  return [
    ...raise(failed.length > 0, {
      flag: 'attention-check',
      questionIds: failed.map(({ id }) => id),
      measured: failed.length,
      limit: 1,
    }),
    ...raise(lines.length > 0, {
      flag: 'straight-line',
      questionIds: lines.map(({ id }) => id),
      measured,
      limit,
      isMild: !(isThroughout && measured >= MIN_LINES),
    }),
    ...raise(contradictions.length > 0, {
      flag: 'contradiction',
      ...withQuestions(contradicted),
      notes: contradictions.map(({ note }) => note),
    }),
  ]
}

function findCopies({ questions, answers, sharers, repeatsOwnWords }: Completed): Raised[] {
  const telling = listOpenAnswers(questions, answers).filter(({ text }) => isTelling(text))
  const repeated = telling.filter(({ text }, place) =>
    telling.some((one, at) => at < place && one.text === text),
  )
  const { words, answers: whole, device } = sharers
  return [
    ...raise(words >= OTHERS_WITH_SAME_WORDS, {
      flag: 'same-as-others',
      measured: words,
      limit: OTHERS_WITH_SAME_WORDS,
    }),
    ...raise(whole > 0, { flag: 'same-answers', measured: whole, limit: 1 }),
    ...raise(device >= OTHERS_WITH_SAME_DEVICE, {
      flag: 'same-device',
      measured: device,
      limit: OTHERS_WITH_SAME_DEVICE,
    }),
    ...raise(repeatsOwnWords || repeated.length > 0, {
      flag: 'same-as-own',
      ...withQuestions(repeated.map(({ questionId }) => questionId)),
    }),
  ]
}

function findNonsense({ questions, answers }: Completed): Raised[] {
  const nonsense = listOpenAnswers(questions, answers).filter(({ text }) => isNonsense(text))
  const questionIds = nonsense.map(({ questionId }) => questionId)
  return raise(nonsense.length > 0, { flag: 'nonsense', questionIds })
}

/** An attention check names its right answer ("choose Kisumu here"). */
function failsCheck({ expected }: SurveyQuestion, answer: AnswerValue | undefined): boolean {
  return expected !== undefined && String(answer ?? '') !== expected
}

/** Whether this survey and several before it took much less time than one person needs for them. */
function exceedsPace({ minimumSeconds, recent }: Completed): boolean {
  let needed = minimumSeconds
  return recent.some(({ secondsAgo, minimumSeconds: earlier }, place) => {
    const isTooMany = place >= RUSHED_BEFORE - 1 && secondsAgo < needed * PACE
    needed += earlier
    return isTooMany
  })
}

/** Shorter answers are alike by chance: "none", "no comment", "lower prices please". */
const TELLING_CHARACTERS = 24
const TELLING_WORDS = 4
const MIN_NONSENSE = 4
/** "Pole pole" and "sana sana sana" are Swahili. */
const WORDS_OVER_AND_OVER = 5
/** NHIF, KNCHR and "mmmh" are words. */
const WITHOUT_VOWELS = 8

type OpenAnswer = { questionId: number; text: string }

/** List the typed answers, as they compare with others: in small letters, without punctuation and double spaces. */
export function listOpenAnswers(
  questions: readonly SurveyQuestion[],
  answers: ReadonlyMap<number, AnswerValue>,
): OpenAnswer[] {
  return questions
    .filter(({ type }) => type === 'text')
    .map(({ id }) => ({ questionId: id, text: normaliseAnswer(String(answers.get(id) ?? '')) }))
    .filter(({ text }) => text !== '')
}

export function normaliseAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether an answer is long enough that the same words twice are no accident. */
export function isTelling(text: string): boolean {
  return text.length >= TELLING_CHARACTERS && text.split(' ').length >= TELLING_WORDS
}

const RUNS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz']

/**
 * Whether an answer is one character or word over and over, runs along the keyboard, or is Latin letters without any vowel. Swahili, Sheng and
 * English have vowels in every longer word, other scripts are not judged by them, and short answers are not judged at all.
 */
export function isNonsense(text: string): boolean {
  const words = text.split(' ')
  const letters = words.join('')
  if (letters.length < MIN_NONSENSE) return false
  if (new Set(letters).size === 1) return true
  if (words.length >= WORDS_OVER_AND_OVER && new Set(words).size === 1) return true
  if (letters.length >= WITHOUT_VOWELS && /^[a-z]+$/.test(letters) && !/[aeiouy]/.test(letters)) return true
  return RUNS.some((run) => consistsOfRuns(letters, run))
}

/** Whether a text consists only of pieces of a run, each of three characters or more. */
function consistsOfRuns(text: string, run: string): boolean {
  let rest = text
  while (rest !== '') {
    let length = 0
    while (length < rest.length && run.includes(rest.slice(0, length + 1))) length += 1
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return true
}

/** pay: nothing is in doubt · doubt: pay now, and let a withdrawal wait · hold: pay after a check. */
export type Verdict = 'pay' | 'doubt' | 'hold'

/** Decide what the signs do to a reward. */
export function judgeSigns(signs: readonly Pick<QualitySign, 'points'>[]): Verdict {
  if (signs.length === 0) return 'pay'
  return qualityScore(signs) >= HOLD_SCORE ? 'hold' : 'doubt'
}
