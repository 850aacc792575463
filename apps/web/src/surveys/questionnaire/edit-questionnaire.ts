import type { Questionnaire, Section } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Choice, Question, QuestionType } from '@chuma/contract/surveys/questionnaire/questions'

/** Where a question is. */
export type Place = { section: number; question: number }

export const QUESTION_TYPES = [
  'multiple-choice',
  'choices',
  'rating',
  'scale',
  'number',
  'text',
  'yes-no',
  'grid',
] as const satisfies readonly QuestionType[]

const listAll = ({ sections }: Questionnaire) => sections.flatMap(({ questions }) => questions)

/** The first number from 1 that is free. */
function nextFree(isTaken: (number: number) => boolean): number {
  let number = 1
  while (isTaken(number)) number += 1
  return number
}

function nameNext(questionnaire: Questionnaire): Pick<Question, 'id' | 'code'> {
  const all = listAll(questionnaire)
  const codes = new Set([...all.map(({ code }) => code), ...questionnaire.sections.map(({ code }) => code)])
  const id = nextFree((number) => all.some((question) => question.id === number))
  return { id, code: `q${nextFree((number) => codes.has(`q${number}`))}` }
}

const newOption = (code: string) => ({ code, words: { en: '' } })

/** A question of a type, with what every question has taken over from another. */
export function withType(question: Question, type: QuestionType): Question {
  const { id, code, words, required, showIf, endIf } = question
  const kept = { id, code, words, required, endIf, ...(showIf !== undefined && { showIf }) }
  const options = 'options' in question ? question.options : [newOption('a'), newOption('b')]
  switch (type) {
    case 'multiple-choice':
      return {
        ...kept,
        type,
        order: 'fixed',
        options: options.map(({ kind: _, ...option }: Choice) => option),
      }
    case 'choices':
      return { ...kept, type, order: 'fixed', options }
    case 'scale':
      return { ...kept, type, from: 0, to: 10 }
    case 'number':
      return { ...kept, type, min: 0, max: 100, decimals: 0 }
    case 'text':
      return { ...kept, type, most: 2000 }
    case 'grid':
      return { ...kept, type, rows: [newOption('row1')], columns: [newOption('col1'), newOption('col2')] }
    default:
      return { ...kept, type }
  }
}

function newQuestion(questionnaire: Questionnaire): Question {
  return { ...nameNext(questionnaire), type: 'yes-no', words: { en: '' }, required: true, endIf: [] }
}

export function newQuestionnaire(): Questionnaire {
  return addSection({ languages: ['en'], sections: [] })
}

export function addSection(questionnaire: Questionnaire): Questionnaire {
  const { sections } = questionnaire
  const number = nextFree((candidate) => sections.some(({ code }) => code === `part${candidate}`))
  const section = {
    code: `part${number}`,
    isScreening: false,
    endIf: [],
    questions: [newQuestion(questionnaire)],
  }
  return { ...questionnaire, sections: [...sections, section] }
}

export function changeSection(
  questionnaire: Questionnaire,
  index: number,
  change: Partial<Section>,
): Questionnaire {
  const { sections } = questionnaire
  return {
    ...questionnaire,
    sections: sections.map((section, place) => (place === index ? { ...section, ...change } : section)),
  }
}

function removeSection(questionnaire: Questionnaire, index: number): Questionnaire {
  return { ...questionnaire, sections: questionnaire.sections.toSpliced(index, 1) }
}

const changeQuestions = (
  questionnaire: Questionnaire,
  index: number,
  change: (questions: Question[]) => Question[],
) =>
  changeSection(questionnaire, index, { questions: change(questionnaire.sections[index]?.questions ?? []) })

export function addQuestion(questionnaire: Questionnaire, section: number): Questionnaire {
  return changeQuestions(questionnaire, section, (questions) => [...questions, newQuestion(questionnaire)])
}

export function changeQuestion(
  questionnaire: Questionnaire,
  { section, question }: Place,
  changed: Question,
): Questionnaire {
  return changeQuestions(questionnaire, section, (questions) => questions.with(question, changed))
}

/** Its copy comes behind it, with an id and a code of its own. */
export function duplicateQuestion(questionnaire: Questionnaire, { section, question }: Place): Questionnaire {
  const original = questionnaire.sections[section]?.questions[question]
  if (!original) return questionnaire
  const copy = { ...original, ...nameNext(questionnaire) }
  return changeQuestions(questionnaire, section, (questions) => questions.toSpliced(question + 1, 0, copy))
}

/** The last question of a section takes the section with it: none may be empty. */
export function removeQuestion(questionnaire: Questionnaire, { section, question }: Place): Questionnaire {
  const isLast = questionnaire.sections[section]?.questions.length === 1
  if (isLast)
    return questionnaire.sections.length === 1 ? questionnaire : removeSection(questionnaire, section)
  return changeQuestions(questionnaire, section, (questions) => questions.toSpliced(question, 1))
}

/** Move a question, also into another section. A section that is left without questions goes. */
export function moveQuestion(questionnaire: Questionnaire, from: Place, to: Place): Questionnaire {
  const moved = questionnaire.sections[from.section]?.questions[from.question]
  if (!moved) return questionnaire
  const without = changeQuestions(questionnaire, from.section, (questions) =>
    questions.toSpliced(from.question, 1),
  )
  const placed = changeQuestions(without, to.section, (questions) =>
    questions.toSpliced(to.question, 0, moved),
  )
  return { ...placed, sections: placed.sections.filter(({ questions }) => questions.length > 0) }
}

/** Where a question comes when it moves one step; null at an end. */
export function findStep(
  { sections }: Questionnaire,
  { section, question }: Place,
  step: -1 | 1,
): Place | null {
  const here = sections[section]?.questions.length ?? 0
  if (question + step >= 0 && question + step < here) return { section, question: question + step }
  const next = sections[section + step]
  if (!next) return null
  return { section: section + step, question: step === 1 ? 0 : next.questions.length }
}

/** The number of a question as it is counted through all sections, from 1. */
export function numberOf({ sections }: Questionnaire, { section, question }: Place): number {
  const before = sections.slice(0, section).reduce((sum, { questions }) => sum + questions.length, 0)
  return before + question + 1
}
