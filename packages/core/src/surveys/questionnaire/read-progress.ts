import type { AnswerValue } from '@chuma/contract/surveys/answers'
import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { SurveyDetail, SurveyQuestion } from '@chuma/contract/surveys/surveys'
import type { Db } from '@chuma/db/client'
import { getQuestionnaire } from '@chuma/db/queries/surveys/questionnaires'
import { listAnswers } from '@chuma/db/queries/surveys/survey-attempts'
import { listAccepted } from '../read-answer.ts'
import { type Followed, follow, type ReadNow } from './follow.ts'
import { createSay, renderAnswer, renderQuestion, type Say } from './render-question.ts'
import type { ShownQuestion } from './shown-question.ts'

type Where = { memberId: string; surveyId: string; version: number }

/** A member's way through a questionnaire: its published version, and the answers that are saved. */
export type Progress = {
  questionnaire: Questionnaire
  /** In codes, by question id; also those that do not count now. */
  saved: Map<number, AnswerValue>
  follow: (answers: ReadonlyMap<number, AnswerValue>, read?: ReadNow) => Followed
}

export async function readProgress(db: Db, { memberId, surveyId, version }: Where): Promise<Progress> {
  const [questionnaire, rows] = [
    await getQuestionnaire(db, surveyId, version),
    await listAnswers(db, { memberId, surveyId }),
  ]
  return {
    questionnaire,
    saved: new Map(rows.map(({ questionId, answer }) => [questionId, answer])),
    follow: (answers, read) => follow(questionnaire, { answers, read, seed: `${memberId}:${surveyId}` }),
  }
}

/** What a member sees of it, in a language. */
export function describeProgress(
  followed: Followed,
  language: string,
): Required<Pick<SurveyDetail, 'questions' | 'answers' | 'sections'>> {
  const say = createSay({ followed, language })
  const answers = followed.shown.flatMap((shown) => {
    const answer = followed.answers.get(shown.question.id)
    return answer === undefined
      ? []
      : [[String(shown.question.id), renderAnswer(shown, answer, say)] as const]
  })
  return {
    questions: followed.shown.map((shown) => listAccepted(renderQuestion(shown, say))),
    answers: Object.fromEntries(answers),
    sections: listTitles(followed, say),
  }
}

/** The same with every question that may still be asked, for callers that send all answers at once. */
export function describeAll({ questionnaire }: Progress, followed: Followed, language: string) {
  const places = new Map(listQuestions(questionnaire).map(({ id }, place) => [id, place]))
  const placeOf = ({ question }: ShownQuestion) => places.get(question.id) ?? 0
  const shown = [...followed.shown, ...followed.ahead].sort((left, right) => placeOf(left) - placeOf(right))
  return describeProgress({ ...followed, shown }, language)
}

function listTitles({ shown }: Followed, say: Say): { title: string; questionIds: number[] }[] {
  const sections = [...new Set(shown.map(({ section }) => section))]
  return sections.flatMap(({ title, questions }) => {
    const ids = shown
      .filter(({ question }) => questions.includes(question))
      .map(({ question }) => question.id)
    return title ? [{ title: say(title), questionIds: ids }] : []
  })
}

/**
 * What was asked, as an attempt keeps it: in English, with the right answers of attention checks. `answers`: in the same words, for
 * comparing with those.
 */
export function describeAsked(followed: Followed): {
  asked: SurveyQuestion[]
  answers: Map<number, AnswerValue>
} {
  const say = createSay({ followed, language: 'en' })
  const asked = followed.shown.map((shown): SurveyQuestion => {
    const { question } = shown
    const rendered = renderQuestion(shown, say)
    if (!('expected' in question) || question.expected === undefined) return rendered
    return { ...rendered, expected: String(renderAnswer(shown, question.expected, say)) }
  })
  const answers = followed.shown.flatMap((shown): [number, AnswerValue][] => {
    const answer = followed.answers.get(shown.question.id)
    return answer === undefined ? [] : [[shown.question.id, renderAnswer(shown, answer, say)]]
  })
  return { asked, answers: new Map(answers) }
}
