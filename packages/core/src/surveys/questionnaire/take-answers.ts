import { type FieldProblems, problem } from '@chuma/contract/problems'
import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { listQuestions } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { AppError, invalidField } from '../../app-error.ts'
import type { Followed } from './follow.ts'
import { judgeAnswer } from './judge-answer.ts'
import type { Progress } from './read-progress.ts'
import { createSay, readAnswer } from './render-question.ts'

type Given = {
  answers: ReadonlyMap<number, AnswerValue>
  /** How an answer is called in the call that gave it. */
  nameOf: (questionId: number) => { question: string; answer: string }
}

/**
 * Take answers into a questionnaire, all or none: one may show the question of another. Returns them in codes, and where they lead
 * with those that are saved.
 * @throws AppError INVALID_INPUT naming each answer that is wrong, or whose question is not asked
 */
export function takeAnswers(
  progress: Progress,
  { answers, nameOf }: Given,
): { taken: Map<number, AnswerValue>; followed: Followed } {
  const taken = new Map<number, AnswerValue>()
  let followed = progress.follow(progress.saved)
  // In the order of the questionnaire, because an answer decides what the later ones mean.
  for (const { id } of listQuestions(progress.questionnaire)) {
    const given = answers.get(id)
    const shown = followed.shown.find(({ question }) => question.id === id)
    if (given === undefined || !shown) continue
    const says = progress.questionnaire.languages.map((language) => createSay({ followed, language }))
    taken.set(id, readAnswer(shown, given, says))
    followed = progress.follow(new Map([...progress.saved, ...taken]))
  }
  const fields = findProblems(progress, { answers, nameOf, taken, followed })
  if (Object.keys(fields).length > 0) throw new AppError('INVALID_INPUT', { fields })
  return { taken, followed }
}

type Taken = Given & { taken: ReadonlyMap<number, AnswerValue>; followed: Followed }

function findProblems(
  { questionnaire }: Progress,
  { answers, nameOf, taken, followed }: Taken,
): FieldProblems {
  const known = new Set(listQuestions(questionnaire).map(({ id }) => id))
  const fields: FieldProblems = {}
  for (const id of answers.keys()) {
    const shown = followed.shown.find(({ question }) => question.id === id)
    const answer = taken.get(id)
    if (!shown || answer === undefined) {
      const code = known.has(id) ? 'SURVEY_QUESTION_HIDDEN' : 'SURVEY_QUESTION_UNKNOWN'
      fields[nameOf(id).question] = [problem(code)]
      continue
    }
    const found = judgeAnswer(shown, answer)
    if (found) fields[nameOf(id).answer] = [found]
  }
  return fields
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
