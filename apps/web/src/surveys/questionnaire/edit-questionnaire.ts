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
  'note',
  'date',
  'time',
  'date-time',
  'ranking',
  'calculation',
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
  const { id, code, words, required, endIf, hint, showIf, fixed } = question
  const kept = {
    ...{ id, code, words, required, endIf },
    ...(hint !== undefined && { hint }),
    ...(showIf !== undefined && { showIf }),
    ...(fixed !== undefined && { fixed }),
  }
  const options: Choice[] = 'options' in question ? question.options : [newOption('a'), newOption('b')]
  switch (type) {
    case 'multiple-choice':
      return {
        ...kept,
        type,
        order: 'fixed',
        options: options.map(({ kind, ...option }) =>
          kind === undefined || kind === 'other' ? option : { ...option, kind },
        ),
      }
    case 'ranking':
      return { ...kept, type, order: 'fixed', options: options.map(({ kind: _, ...option }) => option) }
    case 'calculation':
      return { ...kept, type, calculate: null, value: 'number' }
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

/** Turn pasted lines into options, in place of the one that they are pasted into. */
export function pasteOptions(options: Choice[], index: number, text: string): Choice[] {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim().slice(0, 200))
    .filter((line) => line !== '')
  const kept = options.toSpliced(index, 1)
  const taken = new Set(kept.map(({ code }) => code))
  const added = lines.map((line, at) => {
    const own = at === 0 ? options[index]?.code : undefined
    const code = own ?? `o${nextFree((number) => taken.has(`o${number}`))}`
    taken.add(code)
    return { ...(at === 0 && options[index]), code, words: { en: line } }
  })
  return kept.toSpliced(index, 0, ...added)
}

/** A new option, with a code that no other has. */
export function addOption(options: Choice[]): Choice[] {
  const number = nextFree((candidate) => options.some(({ code }) => code === `o${candidate}`))
  return [...options, newOption(`o${number}`)]
}

/** Whether another question or section has this code already. */
export const isCodeTaken = (questionnaire: Questionnaire, code: string, own: string): boolean =>
  code !== own &&
  (listAll(questionnaire).some((question) => question.code === code) ||
    questionnaire.sections.some((section) => section.code === code))

/** Rename a question's code where it stands, in every condition and in every text that quotes its answer. */
export function renameQuestion(questionnaire: Questionnaire, from: string, to: string): Questionnaire {
  const rename = (path: string) =>
    path === from || path.startsWith(`${from}.`) ? `${to}${path.slice(from.length)}` : path
  return walk(questionnaire, (part) => {
    if (typeof part === 'string') return renamePipes(part, from, to)
    if (isObject(part) && typeof part.var === 'string') return { ...part, var: rename(part.var) }
    if (!isObject(part)) return part
    const own = part.code === from && 'type' in part ? { ...part, code: to } : part
    return own.rowsFrom === from ? { ...own, rowsFrom: to } : own
  })
}

function renamePipes(text: string, from: string, to: string): string {
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (pipe, code) => (code === from ? `{{${to}}}` : pipe))
}

export type ChoiceList = 'options' | 'rows' | 'columns'
type Renaming = { question: Question; list: ChoiceList; from: string; to: string }

/** Rename the code of an option, a row or a column, and in the conditions about the question's answer. */
export function renameChoice(questionnaire: Questionnaire, { question, list, from, to }: Renaming) {
  const { id, code } = question
  const isAbout = (part: unknown) =>
    isObject(part) && typeof part.var === 'string' && part.var.split('.')[0] === code
  const swap = (value: unknown): unknown =>
    value === from ? to : Array.isArray(value) ? value.map(swap) : value
  return walk(questionnaire, (part) => {
    if (isObject(part) && part.id === id && Array.isArray(part[list])) {
      const choices: Choice[] = part[list]
      return { ...part, [list]: choices.map((each) => (each.code === from ? { ...each, code: to } : each)) }
    }
    if (list === 'rows') {
      return isObject(part) && part.var === `${code}.${from}` ? { ...part, var: `${code}.${to}` } : part
    }
    return Array.isArray(part) && part.some(isAbout) ? part.map(swap) : part
  })
}

type Plain = Record<string, unknown>
const isObject = (part: unknown): part is Plain =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Change every part of a questionnaire, the inner ones first. */
function walk(questionnaire: Questionnaire, change: (part: unknown) => unknown): Questionnaire {
  const enter = (part: unknown): unknown => {
    if (Array.isArray(part)) return change(part.map(enter))
    if (!isObject(part)) return change(part)
    return change(Object.fromEntries(Object.entries(part).map(([key, value]) => [key, enter(value)])))
  }
  return enter(questionnaire) as Questionnaire
}
