import { type FieldProblems, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import { listQuestions } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { AppError, invalidField } from '../../app-error.ts'
import type { Followed } from './follow.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { Progress } from './read-progress.ts'
import { readShownAnswer } from './render-question.ts'

type Given = {
  answers: ReadonlyMap<number, GivenAnswer>
  /** How an answer is called in the call that gave it. */
  nameOf: (questionId: number) => { question: string; answer: string }
}
type Taken = {
  /** In codes. */
  taken: Map<number, AnswerValue>
  /** Answers to questions that are not asked, by question id. */
  hidden: number[]
  /** Where the answers lead with those that are saved. */
  followed: Followed
}

/**
 * Take answers into a questionnaire, in its order, because an answer decides what the later ones mean. Answers to questions that are
 * not asked are left out, as if each question had been answered when it was shown.
 * @throws AppError INVALID_INPUT naming each answer that is wrong
 */
export function takeAnswers(progress: Progress, { answers, nameOf }: Given): Taken {
  const taken = new Map<number, AnswerValue>()
  const fields: FieldProblems = {}
  const followed = progress.follow(progress.saved, (shown, before) => {
    const { id } = shown.question
    const given = answers.get(id)
    if (given === undefined) return undefined
    const read = readShownAnswer(shown, given, { before, languages: progress.questionnaire.languages })
    const found = read.problem ?? judgeAnswer(shown, read.answer)
    if (found) fields[nameOf(id).answer] = [found]
    taken.set(id, read.answer)
    return read.answer
  })
  const known = new Set(listQuestions(progress.questionnaire).map(({ id }) => id))
  const others = [...answers.keys()].filter((id) => !taken.has(id))
  for (const id of others) {
    if (!known.has(id)) fields[nameOf(id).question] = [problem('SURVEY_QUESTION_UNKNOWN')]
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return { taken, hidden: others.filter((id) => answers.get(id) !== ''), followed }
}

/** Refuse answers that were given to another version than the attempt's. @throws AppError INVALID_INPUT */
export function requireVersion(
  attempt: { questionnaireVersion: number | null },
  version: number | undefined,
): void {
  const asked = attempt.questionnaireVersion ?? 0
  if (version !== undefined && version !== asked) {
    throw invalidField('version', 'SURVEY_VERSION_CHANGED', { version: asked })
  }
}
