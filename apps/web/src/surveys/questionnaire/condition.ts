import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Place } from './edit-questionnaire.ts'
import { textIn } from './text-in.ts'

export type Test = 'is' | 'not' | 'has' | 'hasNot' | 'more' | 'less' | 'answered'
export type Part = { path: string; test: Test; value: string | number }
/** A condition that reads as a sentence: some comparisons, all or any of which have to hold. */
export type Condition = { join: 'and' | 'or'; parts: Part[] }

export function toLogic({ join, parts }: Condition): Logic {
  const [only, ...others] = parts.map(toRule)
  return only !== undefined && others.length === 0 ? only : { [join]: parts.map(toRule) }
}

function toRule({ path, test, value }: Part): Logic {
  const answer = { var: path }
  switch (test) {
    case 'is':
      return { '==': [answer, value] }
    case 'not':
      return { '!=': [answer, value] }
    case 'has':
      return { in: [value, answer] }
    case 'hasNot':
      return { '!': [{ in: [value, answer] }] }
    case 'more':
      return { '>': [answer, value] }
    case 'less':
      return { '<': [answer, value] }
    case 'answered':
      return { '!!': [answer] }
  }
}

/** Read a condition back; null if it says more than the sentence can. */
export function readCondition(rule: Logic): Condition | null {
  const read = operationOf(rule)
  if (read && (read.name === 'and' || read.name === 'or')) {
    const parts = read.values.map(readPart)
    return parts.length > 0 && parts.every((part) => part !== null) ? { join: read.name, parts } : null
  }
  const part = readPart(rule)
  return part && { join: 'and', parts: [part] }
}

function operationOf(rule: Logic | undefined): { name: string; values: Logic[] } | null {
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return null
  const [entry] = Object.entries(rule)
  if (!entry) return null
  const [name, value] = entry
  return { name, values: Array.isArray(value) ? value : [value] }
}

const COMPARISONS: Record<string, Test> = {
  '==': 'is',
  '!=': 'not',
  '>': 'more',
  '<': 'less',
  '!!': 'answered',
}

function readPart(rule: Logic): Part | null {
  const read = operationOf(rule)
  if (!read) return null
  const { name, values } = read
  if (name === '!') {
    const inner = values.length === 1 && values[0] !== undefined ? readPart(values[0]) : null
    return inner?.test === 'has' ? { ...inner, test: 'hasNot' } : null
  }
  const [answer, value] = name === 'in' ? [values[1], values[0]] : values
  const path = operationOf(answer)
  const test = name === 'in' ? 'has' : COMPARISONS[name]
  if (!test || path?.name !== 'var' || path.values.length !== 1 || typeof path.values[0] !== 'string')
    return null
  if (test === 'answered') return values.length === 1 ? { path: path.values[0], test, value: '' } : null
  return typeof value === 'string' || typeof value === 'number' ? { path: path.values[0], test, value } : null
}

/** What a condition can read: a question, or one row of a grid. */
export type Target = {
  path: string
  label: string
  question: Question
  /** Its possible answers; null for words and numbers. */
  values: { value: string | number; label: string }[] | null
}

type Words = { yes: string; no: string; number: (number: number) => string }

/** List what was asked before a place. `isIncluded`: the question there is among it, because the condition comes behind it. */
export function listTargets(
  questionnaire: Questionnaire,
  { isIncluded, ...place }: Place & { isIncluded: boolean },
  words: Words,
): Target[] {
  const earlier = questionnaire.sections.flatMap(({ questions }, section) =>
    questions.filter(
      (_, question) =>
        section < place.section ||
        (section === place.section && question < place.question + (isIncluded ? 1 : 0)),
    ),
  )
  return earlier.flatMap((question, index) => toTargets(question, words.number(index + 1), words))
}

function toTargets(question: Question, name: string, { yes, no }: Words): Target[] {
  const label = `${name} ${textIn(question.words, 'en')}`.trim()
  const target = (values: Target['values']): Target[] => [{ path: question.code, label, question, values }]
  const toValue = ({ code, words }: { code: string; words: Record<string, string> }) => ({
    value: code,
    label: textIn(words, 'en') || code,
  })
  switch (question.type) {
    case 'multiple-choice':
    case 'choices':
      return target(question.options.map(toValue))
    case 'yes-no':
      return target([
        { value: 'yes', label: yes },
        { value: 'no', label: no },
      ])
    case 'grid':
      return question.rows.map((row) => ({
        path: `${question.code}.${row.code}`,
        label: `${label}: ${toValue(row).label}`,
        question,
        values: question.columns.map(toValue),
      }))
    default:
      return target(null)
  }
}

/** How a question's answer can be compared. */
export function listTests({ type }: Question): Test[] {
  if (type === 'choices') return ['has', 'hasNot', 'answered']
  if (type === 'rating' || type === 'scale' || type === 'number')
    return ['is', 'not', 'more', 'less', 'answered']
  return ['is', 'not', 'answered']
}

export const isNumeric = ({ type }: Question) => type === 'rating' || type === 'scale' || type === 'number'

/** A condition about a question, for the author to change. */
export function newPart({ path, question, values }: Target): Part {
  const [test = 'is'] = listTests(question)
  return { path, test, value: values?.[0]?.value ?? (isNumeric(question) ? 1 : '') }
}
