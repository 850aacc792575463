import { type FieldProblems, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Trx } from '@chuma/db/client'
import { deleteAnswers, listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { AppError } from '../app-error.ts'
import { readListAnswer } from './find-answer-problem.ts'
import type { OpenedAttempt } from './open-attempt.ts'
import { type Contradicted, findContradictions } from './questionnaire/find-contradictions.ts'
import type { Followed } from './questionnaire/follow.ts'
import { describeAsked, readProgress } from './questionnaire/read-progress.ts'
import { takeAnswers } from './questionnaire/take-answers.ts'
import { NOTHING_TO_SAY, type SaidOfCell, saidBy } from './quotas/keep-place.ts'

type Given = { memberId: string; answers: ReadonlyMap<number, GivenAnswer> }

export type Said = {
  /** To store: what the call gave, as it is stored. */
  stored: ReadonlyMap<number, AnswerValue>
  /** The questions that were asked, and all answers that count, in the same words. */
  asked: SurveyQuestion[]
  answers: ReadonlyMap<number, AnswerValue>
  /** What their author says cannot be true together. */
  contradictions: Contradicted[]
  /** Answers whose questions other answers have hidden. They are dropped. */
  ignored: number[]
  /** What the answers say about the cell of quotas. */
  ofCell: SaidOfCell
  /** Set if the answers screen the member out. */
  screenedOut: Followed | null
}

/**
 * Read the answers that complete a survey, together with saved ones. The attempt is locked.
 * @throws AppError INVALID_INPUT with a problem for each missing, invalid or superfluous answer
 */
export async function readGivenAnswers(trx: Trx, attempt: OpenedAttempt, given: Given): Promise<Said> {
  const { questionnaireVersion: version, surveyId, questions } = attempt
  if (version !== null) return readQuestionnaire(trx, { surveyId, version }, given)
  const kept = await listAnswers(trx, { memberId: given.memberId, surveyId })
  const saved = kept.map((row) => [row.questionId, row.answer] as const)
  const answers = readList(questions, new Map<number, GivenAnswer>([...saved, ...given.answers]))
  return {
    stored: new Map([...answers].filter(([id]) => given.answers.has(id))),
    asked: questions,
    answers,
    contradictions: [],
    ignored: [],
    ofCell: NOTHING_TO_SAY,
    screenedOut: null,
  }
}

function readList(questions: SurveyQuestion[], given: ReadonlyMap<number, GivenAnswer>) {
  const answers = new Map<number, AnswerValue>()
  const asked = new Map(questions.map((question) => [question.id, question]))
  const fields: FieldProblems = {}
  for (const id of new Set([...asked.keys(), ...given.keys()])) {
    const question = asked.get(id)
    const read = question && readListAnswer(question, given.get(id) ?? '')
    const found = read ? read.problem : problem('SURVEY_QUESTION_UNKNOWN')
    if (found) fields[`answers.${id}`] = [found]
    else if (read && given.has(id)) answers.set(id, read.answer)
  }
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return answers
}

async function readQuestionnaire(
  trx: Trx,
  { surveyId, version }: { surveyId: string; version: number },
  { memberId, answers }: Given,
): Promise<Said> {
  const ref = { memberId, surveyId }
  const progress = await readProgress(trx, { ...ref, version })
  const nameOf = (id: number) => ({ question: `answers.${id}`, answer: `answers.${id}` })
  const { taken, hidden, followed } = takeAnswers(progress, { answers, nameOf })
  const screenedOut = followed.end?.outcome === 'screened-out' ? followed : null
  if (!screenedOut && followed.missing.length > 0) {
    const fields: FieldProblems = {}
    for (const { id } of followed.missing) fields[`answers.${id}`] = [problem('REQUIRED')]
    throw new AppError('INVALID_INPUT', { fields })
  }
  const ignored = [...progress.saved.keys()].filter((id) => !followed.answers.has(id))
  await deleteAnswers(trx, ref, ignored)
  const saved = ignored.filter((id) => progress.saved.get(id) !== '')
  const dropped = [...new Set([...saved, ...hidden])].sort((left, right) => left - right)
  const contradictions = findContradictions(progress.questionnaire, followed)
  const ofCell = saidBy(progress.questionnaire, followed)
  return { stored: taken, ...describeAsked(followed), contradictions, ignored: dropped, ofCell, screenedOut }
}
