import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { QualityFlag, QualitySign } from '@chuma/contract/surveys/reviews'
import { HOLD_SCORE, minimumSeconds, qualityScore } from '@chuma/contract/surveys/survey-measures'
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
 * Measure a survey that is about to be completed, and find what puts it in doubt. The caller holds the lock of the member's
 * completions, and has not completed this one.
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
  const recent = conduct.recent.map(({ secondsAgo, questions }) => ({
    secondsAgo,
    minimumSeconds: minimumSeconds(questions),
  }))
  const measured = {
    minimumSeconds: minimumSeconds(attempt.questions),
    takenSeconds: findTakenSeconds(attempt, { ...conduct, lastSeconds: recent[0]?.secondsAgo }),
  }
  const isCompared = measured.takenSeconds !== null && measured.takenSeconds >= measured.minimumSeconds
  const version = attempt.questionnaireVersion
  const signs = findSigns({
    ...measured,
    contradictions,
    others: isCompared ? await readOthersTime(trx, { ...ref, version }) : null,
    questions: attempt.questions,
    answers,
    recent,
    flaggedLastDay: conduct.flaggedLastDay,
    othersWithSameWords: await comparePrints({ secrets, trx }, ref, telling),
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

/** Store the prints of the open answers, and return how many other members share the most common of them. */
async function comparePrints(
  { secrets, trx }: Measuring,
  { memberId, surveyId }: { memberId: string; surveyId: string },
  answers: readonly OpenAnswer[],
): Promise<number> {
  const prints = answers.map(({ questionId, text }) =>
    secrets.hash('open answer', `${surveyId}\0${questionId}\0${text}`),
  )
  await insertAnswerPrints(
    trx,
    memberId,
    prints.map(([print]) => print),
  )
  let most = 0
  for (const print of prints) most = Math.max(most, await countOthersWith(trx, memberId, print))
  return most
}

/** The same rating, or place on a scale, for this many questions in a row is straight-lining, and the same place for as many choices. */
const RATINGS_IN_LINE = 4
const CHOICES_IN_LINE = 5
/** A grid shows its columns at once: fewer rows than these can honestly be alike. */
const ROWS_IN_LINE = 5
/** The median of fewer members says little. */
const OTHERS_TO_COMPARE = 20
const OF_THE_MEDIAN = 1 / 3
/** People use the same words by chance; with the fifth member it is a text that is passed around. */
const OTHERS_WITH_SAME_WORDS = 4
/** Surveys with a flag in the last day, before this one. */
const FLAGGED_BEFORE = 5
/** Half of what the fastest person needs: several tabs that are sent one after the other come close to the whole. */
const PACE = 0.5
/** Someone who tries out the site may rush through this number before it. */
const RUSHED_BEFORE = 4

/** Another survey that the member has completed in the last hour. */
type RecentSurvey = { secondsAgo: number; minimumSeconds: number }

export type Completed = {
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
  /** How many other members gave the same words to one of the open questions: the highest count. */
  othersWithSameWords: number
  repeatsOwnWords: boolean
  flaggedLastDay: number
}

/** Find what is suspicious about a completed survey, and what it is based on. Times are the database's; nothing that a browser says counts. */
export function findSigns(completed: Completed): QualitySign[] {
  const { questions, answers, minimumSeconds, takenSeconds, contradictions } = completed
  const open = listOpenAnswers(questions, answers)
  const telling = open.filter(({ text }) => isTelling(text))
  const repeated = telling.filter(({ text }, place) =>
    telling.some((one, at) => at < place && one.text === text),
  )
  const isTooFast = takenSeconds !== null && takenSeconds < minimumSeconds
  const raised = [
    ...(isTooFast ? [{ flag: 'too-fast' } as const] : compareTime(completed)),
    ...raise('not-opened', takenSeconds === null),
    ...raiseFor(
      'attention-check',
      questions.filter((question) => failsCheck(question, answers.get(question.id))),
    ),
    ...raiseFor('straight-line', findStraightLines(questions, answers)),
    ...raiseContradictions(contradictions),
    ...raise('same-as-others', completed.othersWithSameWords >= OTHERS_WITH_SAME_WORDS),
    ...(completed.repeatsOwnWords || repeated.length > 0
      ? [
          named(
            'same-as-own',
            repeated.map(({ questionId }) => questionId),
          ),
        ]
      : []),
    ...raise('pace', exceedsPace(completed)),
    ...raiseFor(
      'nonsense',
      open.filter(({ text }) => isNonsense(text)).map(({ questionId: id }) => ({ id })),
    ),
  ]
  // Earlier doubts alone put nothing about this survey in doubt.
  if (raised.length === 0) return []
  return [...raised, ...raise('repeated', completed.flaggedLastDay >= FLAGGED_BEFORE)]
}

const raise = (flag: QualityFlag, isRaised: boolean): QualitySign[] => (isRaised ? [{ flag }] : [])

const named = (flag: QualityFlag, questionIds: number[]): QualitySign =>
  questionIds.length > 0 ? { flag, questionIds } : { flag }

const raiseFor = (flag: QualityFlag, questions: readonly { id: number }[]): QualitySign[] =>
  questions.length > 0
    ? [
        named(
          flag,
          questions.map(({ id }) => id),
        ),
      ]
    : []

/** What everyone needs at least is flagged already: this finds who hurried through a long survey. */
function compareTime({ takenSeconds, others }: Completed): QualitySign[] {
  if (takenSeconds === null || others === null || others.count < OTHERS_TO_COMPARE) return []
  return takenSeconds < others.medianSeconds * OF_THE_MEDIAN ? [{ flag: 'faster-than-others', others }] : []
}

function raiseContradictions(contradictions: readonly Contradicted[]): QualitySign[] {
  if (contradictions.length === 0) return []
  const questionIds = [...new Set(contradictions.flatMap((each) => each.questionIds))]
  return [{ ...named('contradiction', questionIds), notes: contradictions.map(({ note }) => note) }]
}

/** An attention check names its right answer ("choose Kisumu here"). */
function failsCheck({ expected }: SurveyQuestion, answer: AnswerValue | undefined): boolean {
  return expected !== undefined && String(answer ?? '') !== expected
}

/** The questions that were answered without looking: blocks of equal ratings, choices in the same place, grids in one column. */
function findStraightLines(questions: readonly SurveyQuestion[], answers: ReadonlyMap<number, AnswerValue>) {
  const blocks = listBlocks(questions).filter((block) => {
    const values = block.map(({ id }) => answers.get(id))
    return block.length >= RATINGS_IN_LINE && new Set(values).size === 1
  })
  const grids = questions.filter(({ id }) => isOneColumn(answers.get(id)))
  return [...blocks.flat(), ...grids, ...findSamePlace(questions, answers)]
}

/** The ratings, or the scales with the same ends, that follow each other without another question between them. */
function listBlocks(questions: readonly SurveyQuestion[]): SurveyQuestion[][] {
  const blocks: SurveyQuestion[][] = []
  let last = ''
  for (const question of questions) {
    const { type, scale } = question
    const kind = type === 'rating' ? type : type === 'scale' ? `scale ${scale?.from} ${scale?.to}` : ''
    if (kind !== '' && kind === last) blocks.at(-1)?.push(question)
    else if (kind !== '') blocks.push([question])
    last = kind
  }
  return blocks
}

function isOneColumn(answer: AnswerValue | undefined): boolean {
  if (typeof answer !== 'object' || !('rows' in answer)) return false
  const columns = Object.values(answer.rows)
  return columns.length >= ROWS_IN_LINE && new Set(columns).size === 1
}

function findSamePlace(questions: readonly SurveyQuestion[], answers: ReadonlyMap<number, AnswerValue>) {
  const placed = questions
    .filter(({ type }) => type === 'multiple-choice')
    .map((question) => ({ question, place: placeOf(question, answers.get(question.id)) }))
    .filter(({ place }) => place >= 0)
  const isInLine = placed.length >= CHOICES_IN_LINE && new Set(placed.map(({ place }) => place)).size === 1
  return isInLine ? placed.map(({ question }) => question) : []
}

const placeOf = ({ options }: SurveyQuestion, answer: AnswerValue | undefined): number =>
  options.findIndex((option) => option.trim().normalize('NFC') === answer)

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

/** Whether an answer is one character over and over, or runs along the keyboard. */
export function isNonsense(text: string): boolean {
  const letters = text.replaceAll(' ', '')
  if (letters.length < MIN_NONSENSE) return false
  if (new Set(letters).size === 1) return true
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

/** Decide what quality flags do to a reward. */
export function judgeFlags(flags: readonly QualityFlag[]): Verdict {
  if (flags.length === 0) return 'pay'
  return qualityScore(flags) >= HOLD_SCORE ? 'hold' : 'doubt'
}
