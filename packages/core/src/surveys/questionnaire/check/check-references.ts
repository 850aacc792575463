import { type Problem, problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { Question } from '@chuma/contract/surveys/questionnaire/questions'
import { listPipes, type Words } from '@chuma/contract/surveys/questionnaire/words'
import { readOperation } from '../evaluate-logic.ts'
import { listReferences } from '../list-references.ts'
import { listNamedParts, listRules, listSteps, type Step } from '../list-rules.ts'
import type { Issue } from './check-reach.ts'

/** What can be read at a step: the questions before it. */
type Known = { all: ReadonlyMap<string, Question>; earlier: ReadonlySet<string> }

/**
 * Find conditions and texts that read a question which comes later, is the same, or does not exist, divisions by nothing, and operators
 * that do not fit the answers beside them.
 */
export function checkReferences(questionnaire: Questionnaire): Issue[] {
  const steps = listSteps(questionnaire)
  const all = new Map(
    steps
      .filter((step) => step.kind === 'question')
      .map(({ question }) => [question.code, question] as const),
  )
  const earlier = new Set<string>()
  return steps.flatMap((step) => {
    const found = checkStep(step, { all, earlier })
    // What ends a survey behind a question may read its answer.
    if (step.kind === 'question') earlier.add(step.question.code)
    return found
  })
}

function checkStep(step: Step, known: Known): Issue[] {
  const rules = listRules(step).flatMap(({ path, rule }) => [
    ...checkRule(rule, known).map((found) => ({ path, problem: found })),
    ...(step.kind === 'ends' ? listOptional(rule, known).map((found) => ({ path, problem: found })) : []),
  ])
  const pipes = listTexts(step).flatMap(({ path, texts }) =>
    listPipes(texts).flatMap((code) => {
      const found = checkCode(code, known)
      return found ? [{ path, problem: found }] : []
    }),
  )
  return [...rules, ...pipes]
}

function checkRule(rule: Logic, known: Known): Problem[] {
  const { codes, isOpen } = listReferences(rule)
  const wrong = [...codes].flatMap((code) => checkCode(code, known) ?? [])
  return [
    ...(isOpen ? [problem('REFERENCE_COMPUTED')] : []),
    ...wrong,
    ...(someOperation(rule, (read) => isDivisionByNothing(read, known))
      ? [problem('DIVIDES_BY_NOTHING')]
      : []),
    ...(someOperation(rule, (read) => comparesParts(read, known)) ? [problem('IN_COMPARES_PARTS')] : []),
    ...listUnfit(rule, known),
  ]
}

function checkCode(code: string, { all, earlier }: Known): Problem | null {
  if (earlier.has(code)) return null
  return all.has(code) ? problem('REFERENCE_LATER', { code }) : problem('REFERENCE_UNKNOWN', { code })
}

/** Nobody could say when an unanswered optional question ends a survey: at once, or once it was passed. */
function listOptional(rule: Logic, { all, earlier }: Known): Problem[] {
  return [...listReferences(rule).codes]
    .filter((code) => earlier.has(code) && all.get(code)?.required === false)
    .map((code) => problem('END_READS_OPTIONAL', { code }))
}

type Read = NonNullable<ReturnType<typeof readOperation>>

function someOperation(rule: Logic, fits: (read: Read) => boolean): boolean {
  if (Array.isArray(rule)) return rule.some((part) => someOperation(part, fits))
  const read = readOperation(rule)
  return read !== undefined && (fits(read) || read.values.some((value) => someOperation(value, fits)))
}

function isDivisionByNothing({ operation, values }: Read, known: Known): boolean {
  return (operation === '/' || operation === '%') && canBeNothing(values[1] ?? null, known)
}

/** `in` finds "male" in the answer "female": beside one code it compares parts of words. In a list, or a member's own words, it is meant. */
function comparesParts({ operation, values }: Read, { all }: Known): boolean {
  if (operation !== 'in') return false
  const isOneCode = (value: Logic | undefined) => {
    const read = readOperation(value ?? null)
    const question = read?.operation === 'var' ? all.get(String(read.values[0])) : undefined
    return question !== undefined && !['choices', 'grid', 'text'].includes(question.type)
  }
  return isOneCode(values[1]) || (typeof values[1] === 'string' && isOneCode(values[0]))
}

const ORDERS: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])

/** Compared with a number, words are never more and never less; `in` finds nothing in a value that is no list and no text. */
function listUnfit(rule: Logic, { all }: Known): Problem[] {
  const found: Problem[] = []
  const questionOf = (value: Logic | undefined) => {
    const read = readOperation(value ?? null)
    return read?.operation === 'var' ? all.get(String(read.values[0])) : undefined
  }
  someOperation(rule, ({ operation, values }) => {
    const [sought, list = null] = values
    const words = ORDERS.has(operation)
      ? values.map(questionOf).find((question) => question && !isNumeric(question))
      : undefined
    if (words) found.push(problem('OPERATOR_NEEDS_NUMBER', { code: words.code, operation }))
    const asked = questionOf(sought)
    const isNoList = list === null || typeof list === 'number' || typeof list === 'boolean'
    if (operation === 'in' && asked && isNoList) found.push(problem('IN_NEEDS_LIST', { code: asked.code }))
    return false
  })
  return found
}

/** Codes can be numbers: of bands, or of years. */
function isNumeric(question: Question): boolean {
  if (question.type === 'multiple-choice')
    return question.options.every(({ code }) => Number.isFinite(Number(code)))
  return ['number', 'rating', 'scale'].includes(question.type)
}

/** A number that is 0, a text that is none, or an answer that can be 0 or missing. */
function canBeNothing(divisor: Logic, { all }: Known): boolean {
  const read = readOperation(divisor)
  if (!read) return !Number(divisor)
  const question = read.operation === 'var' ? all.get(String(read.values[0])) : undefined
  if (!question) return false
  if (question.type === 'number') return question.min <= 0 && question.max >= 0
  return question.type === 'scale' ? question.from === 0 : question.type !== 'rating'
}

/** The texts of a step that may contain answers. */
function listTexts(step: Step): { path: string; texts: Words | undefined }[] {
  if (step.kind === 'section') return [{ path: `${step.path}.title`, texts: step.section.title }]
  if (step.kind === 'contradiction') return []
  if (step.kind === 'ends')
    return step.rules.map(({ reason }, place) => ({
      path: `${step.path}.endIf.${place}.reason`,
      texts: reason,
    }))
  return [
    { path: `${step.path}.words`, texts: step.question.words },
    ...listNamedParts(step.question).map(({ name, words }) => ({
      path: `${step.path}.${name}.words`,
      texts: words,
    })),
  ]
}
