import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'

/**
 * Let an id mean one question in all versions: one that comes back under its code gets its id again, and one that is asked another way now gets a
 * new one, because answers of both are counted by it. `published`: oldest first.
 */
export function keepIds(draft: Questionnaire, published: readonly Questionnaire[]): Questionnaire {
  const known = published.flatMap(listQuestions)
  const typeOf = new Map(known.map(({ id, type }) => [id, type]))
  const idOf = new Map(known.map(({ id, type, code }) => [`${type} ${code}`, id]))
  const used = new Set(listQuestions(draft).map(({ id }) => id))
  const nextId = () => {
    let id = Math.max(0, ...used, ...typeOf.keys()) + 1
    // The last numbers can be taken while others are free.
    if (id > MAX_ID) id = 1
    while (used.has(id) || typeOf.has(id)) id += 1
    return id
  }
  const keep = (question: Question): Question => {
    const before = idOf.get(`${question.type} ${question.code}`)
    const isChanged = typeOf.has(question.id) && typeOf.get(question.id) !== question.type
    const isBack = before !== undefined && before !== question.id && !used.has(before)
    if (!isBack && !isChanged) return question
    const id = isBack ? before : nextId()
    used.add(id)
    return { ...question, id }
  }
  return {
    ...draft,
    sections: draft.sections.map((section) => ({ ...section, questions: section.questions.map(keep) })),
  }
}

const MAX_ID = 999
