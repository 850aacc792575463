import type { AnswerValue } from '@chuma/contract/surveys/answers'
import type { QualityFlag } from '@chuma/contract/surveys/reviews'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import { isNonsense, isTelling, listOpenAnswers } from './open-answers.ts'

/** The same rating for this many questions in a row is straight-lining, and the same place for as many choices. */
const RATINGS_IN_LINE = 4
const CHOICES_IN_LINE = 5
/** People use the same words by chance; with the fifth member it is a text that is passed around. */
const OTHERS_WITH_SAME_WORDS = 4
/** Surveys with a flag in the last day, before this one. */
const FLAGGED_BEFORE = 5
/** Half of what the fastest person needs: several tabs that are sent one after the other come close to the whole. */
const PACE = 0.5
/** Someone who tries out the site may rush through this number before it. */
const RUSHED_BEFORE = 4

/** Another survey that the member has completed in the last hour. */
export type RecentSurvey = { secondsAgo: number; minimumSeconds: number }

export type Completed = {
  questions: readonly SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  minimumSeconds: number
  /** Since the member started it or was first sent it, and since their last survey. Null: it was never sent. */
  takenSeconds: number | null
  /** Newest first. */
  recent: readonly RecentSurvey[]
  /** How many other members gave the same words to one of the open questions: the highest count. */
  othersWithSameWords: number
  repeatsOwnWords: boolean
  flaggedLastDay: number
}

/** Find what is suspicious about a completed survey. Times are the database's; nothing that a browser says counts. */
export function findFlags(completed: Completed): QualityFlag[] {
  const { questions, answers, minimumSeconds, takenSeconds } = completed
  const open = listOpenAnswers(questions, answers)
  const telling = open.map(({ text }) => text).filter(isTelling)
  const signs: [QualityFlag, boolean][] = [
    ['too-fast', takenSeconds !== null && takenSeconds < minimumSeconds],
    ['not-opened', takenSeconds === null],
    ['attention-check', questions.some((question) => failsCheck(question, answers.get(question.id)))],
    ['straight-line', isStraightLine(questions, answers)],
    ['same-as-others', completed.othersWithSameWords >= OTHERS_WITH_SAME_WORDS],
    ['same-as-own', completed.repeatsOwnWords || new Set(telling).size < telling.length],
    ['pace', exceedsPace(completed)],
    ['nonsense', open.some(({ text }) => isNonsense(text))],
    ['repeated', completed.flaggedLastDay >= FLAGGED_BEFORE],
  ]
  const raised = signs.filter(([, isRaised]) => isRaised).map(([flag]) => flag)
  // Earlier doubts alone put nothing about this survey in doubt.
  return raised.every((flag) => flag === 'repeated') ? [] : raised
}

/** An attention check names its right answer ("choose Kisumu here"). */
function failsCheck({ expected }: SurveyQuestion, answer: AnswerValue | undefined): boolean {
  return expected !== undefined && String(answer ?? '') !== expected
}

function isStraightLine(
  questions: readonly SurveyQuestion[],
  answers: ReadonlyMap<number, AnswerValue>,
): boolean {
  return (
    listBlocks(questions).some((block) => {
      const values = block.map(({ id }) => answers.get(id))
      return block.length >= RATINGS_IN_LINE && new Set(values).size === 1
    }) || isSamePlace(questions, answers)
  )
}

/** The rating questions that follow each other without another between them. */
function listBlocks(questions: readonly SurveyQuestion[]): SurveyQuestion[][] {
  const blocks: SurveyQuestion[][] = [[]]
  for (const question of questions) {
    if (question.type === 'rating') blocks.at(-1)?.push(question)
    else blocks.push([])
  }
  return blocks
}

function isSamePlace(
  questions: readonly SurveyQuestion[],
  answers: ReadonlyMap<number, AnswerValue>,
): boolean {
  const places = questions
    .filter(({ type }) => type === 'multiple-choice')
    .map(({ id, options }) =>
      options.findIndex((option) => option.trim().normalize('NFC') === answers.get(id)),
    )
    .filter((place) => place >= 0)
  return places.length >= CHOICES_IN_LINE && new Set(places).size === 1
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
