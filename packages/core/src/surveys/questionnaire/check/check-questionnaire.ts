import { type Problem, type ProblemCode, problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import {
  listQuestions,
  MAX_QUESTIONS,
  type Questionnaire,
  withRows,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import { type EndRule, isRequired, type Question } from '@chuma/contract/surveys/questionnaire/questions'
import { listPipes, type Words } from '@chuma/contract/surveys/questionnaire/words'
import { createPause } from '../../../in-turns.ts'
import {
  listComputations,
  listNamedParts,
  listReferences,
  listRules,
  listSteps,
  readOperation,
  type Step,
} from '../evaluate-logic.ts'
import { isOfProfile } from '../profile.ts'
import { checkQuestion, checkWords, codeRepeated, listExtraTexts, listRepeated } from './check-question.ts'
import { checkReach, type Issue } from './explore.ts'

/** A condition that always holds is superfluous and does no harm. */
const WARNINGS: ReadonlySet<ProblemCode> = new Set(['CONDITION_ALWAYS'])

export type CheckedQuestionnaire = {
  isPublishable: boolean
  issues: (Issue & { level: 'error' | 'warning' })[]
  /** Conditions with too many combinations of answers to try, or about texts. */
  undecidedCount: number
}

/**
 * Check whether a questionnaire can be published. What can be reached is judged only if all conditions read earlier questions. Other
 * requests are answered meanwhile.
 */
export async function checkQuestionnaire(written: Questionnaire): Promise<CheckedQuestionnaire> {
  const pause = createPause()
  const questionnaire = withRows(written)
  const found = [...checkShape(written), ...checkRows(written)]
  await pause()
  found.push(...checkReferences(questionnaire))
  await pause()
  const reach = found.length > 0 ? { issues: [], undecidedCount: 0 } : await checkReach(questionnaire, pause)
  const issues = [...found, ...reach.issues].map((issue) => ({
    ...issue,
    level: WARNINGS.has(issue.problem.code) ? ('warning' as const) : ('error' as const),
  }))
  return {
    isPublishable: issues.every(({ level }) => level === 'warning'),
    issues,
    undecidedCount: reach.undecidedCount,
  }
}

type Asked = Extract<Step, { kind: 'question' }>
/** What can be read at a step: the questions before it. */
type Known = {
  all: ReadonlyMap<string, Question>
  earlier: ReadonlyMap<string, Asked>
  /** The mixing of sections and questions may put it behind the step. */
  isMixed: (code: string) => boolean
}

/**
 * Find conditions and texts that read a question which comes later, is the same, or does not exist, divisions by nothing, and operators
 * that do not fit the answers beside them.
 */
function checkReferences(questionnaire: Questionnaire): Issue[] {
  const steps = listSteps(questionnaire)
  const all = new Map(
    steps
      .filter((step) => step.kind === 'question')
      .map(({ question }) => [question.code, question] as const),
  )
  const earlier = new Map<string, Asked>()
  return steps.flatMap((step) => {
    const isMixed = (code: string) => mayFollow(questionnaire, { step, read: earlier.get(code) })
    const found = checkStep(step, { all, earlier, isMixed })
    // What ends a survey behind a question may read its answer.
    if (step.kind === 'question') earlier.set(step.question.code, step)
    return found
  })
}

type Order = { step: Step; read: Asked | undefined }

/** Whether a question that is written before a step may come after it, because one of them moves where sections or questions are mixed. */
function mayFollow({ order }: Questionnaire, { step, read }: Order): boolean {
  if (!read || step.kind === 'contradiction') return false
  const { section } = step
  if (read.section !== section)
    return (
      order === 'random' && [section, read.section].some(({ fixed, isScreening }) => !fixed && !isScreening)
    )
  const question = step.kind === 'section' ? null : step.question
  if (section.order !== 'random' || question === null || question === read.question) return false
  return [question, read.question].some(({ fixed }) => !fixed)
}

function checkStep(step: Step, known: Known): Issue[] {
  const rules = [...listRules(step), ...listComputations(step)].flatMap(({ path, rule }) => [
    ...checkRule(rule, isOwn(path) ? withOwn(step, known) : known).map((found) => ({ path, problem: found })),
    ...(step.kind === 'ends' ? listOptional(rule, known).map((found) => ({ path, problem: found })) : []),
  ])
  // A file says what was computed of everyone, and attributes only where five people share them.
  const told = listComputations(step)
    .filter(({ path, rule }) => path.endsWith('.calculate') && listReferences(rule).codes.has('profile'))
    .map(({ path }) => ({ path, problem: problem('REFERENCE_UNKNOWN', { code: 'profile' }) }))
  const pipes = listTexts(step).flatMap(({ path, texts }) =>
    listPipes(texts).flatMap((pipe) => {
      const found = checkCode(pipe, known)
      return found ? [{ path, problem: found }] : []
    }),
  )
  return [...rules, ...told, ...pipes]
}

/** A constraint reads the answer that it judges. */
const isOwn = (path: string) => path.endsWith('.constraint.if')
const withOwn = (step: Step, known: Known): Known =>
  step.kind === 'question'
    ? { ...known, earlier: new Map([...known.earlier, [step.question.code, step]]) }
    : known

function checkRule(rule: Logic, known: Known): Problem[] {
  const { paths, isOpen } = listReferences(rule)
  const wrong = [...new Set([...paths].map((path) => codeOf(path, known)))].flatMap(
    (code) => checkCode(code, known) ?? [],
  )
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

/** The question that a path reads, or the whole path where it reads the profile. */
const codeOf = (path: string, { all }: Known): string => {
  const [code = path] = path.split('.')
  return !all.has(code) && isOfProfile(path) ? path : code
}

function checkCode(code: string, { all, earlier, isMixed }: Known): Problem | null {
  if (!all.has(code) && isOfProfile(code)) return null
  if (earlier.has(code) && !isMixed(code)) return null
  return all.has(code) ? problem('REFERENCE_LATER', { code }) : problem('REFERENCE_UNKNOWN', { code })
}

/** Nobody could say when an unanswered optional question ends a survey: at once, or once it was passed. */
function listOptional(rule: Logic, { all, earlier }: Known): Problem[] {
  const isOptional = (question: Question | undefined) =>
    question !== undefined && question.type !== 'calculation' && !isRequired(question)
  return [...listReferences(rule).codes]
    .filter((code) => earlier.has(code) && isOptional(all.get(code)))
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

/** `in` finds "male" in the answer "female": in one code it compares parts of words. In a list, or a member's own words, it is meant. */
function comparesParts({ operation, values }: Read, { all }: Known): boolean {
  if (operation !== 'in') return false
  const [sought = null, searched = null] = values
  return isOneCode(searched, all) || (isText(searched) && isOneCode(sought, all))
}

/** Whether a value is the answer to a question with one, or a row of a grid, also behind an `if` or as its default. */
function isOneCode(value: Logic, all: Known['all']): boolean {
  const read = readOperation(value)
  if (!read) return false
  if (['if', '?:', 'or', 'and'].includes(read.operation))
    return read.values.some((each) => isOneCode(each, all))
  if (read.operation !== 'var') return false
  const [code = '', row] = String(read.values[0]).split('.')
  const question = all.get(code)
  if (question?.type === 'grid') return row !== undefined
  return question !== undefined && !MANY_OR_WORDS.has(question.type)
}

/** The answers in which `in` looks for an element, or for a part of a text. */
const MANY_OR_WORDS: ReadonlySet<Question['type']> = new Set(['choices', 'ranking', 'text', 'calculation'])

/** Whether a value is written or put together as a text. */
const isText = (value: Logic) =>
  typeof value === 'string' || ['cat', 'substr'].includes(readOperation(value)?.operation ?? '')

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

/** Days and times are texts that are in order. */
const ORDERED: ReadonlySet<Question['type']> = new Set([
  ...(['number', 'rating', 'scale', 'date', 'time', 'date-time', 'calculation'] as const),
])

/** Codes can be numbers: of bands, or of years. */
function isNumeric(question: Question): boolean {
  if (question.type === 'multiple-choice')
    return question.options.every(({ code }) => Number.isFinite(Number(code)))
  return ORDERED.has(question.type)
}

/** A number that is 0, a text that is none, or an answer that can be 0 or missing. */
function canBeNothing(divisor: Logic, { all }: Known): boolean {
  const read = readOperation(divisor)
  if (!read) return !Number(divisor)
  const question = read.operation === 'var' ? all.get(String(read.values[0])) : undefined
  if (!question) return false
  if (question.type === 'number') {
    const { min, max, codes } = question
    return codes !== undefined || typeof min === 'object' || typeof max === 'object' || (min <= 0 && max >= 0)
  }
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
    ...listExtraTexts(step.question).map(([name, texts]) => ({ path: `${step.path}.${name}`, texts })),
    ...listNamedParts(step.question).map(({ name, words }) => ({
      path: `${step.path}.${name}.words`,
      texts: words,
    })),
  ]
}

/** Find repeated codes, impossible bounds, misplaced screening and missing translations. */
function checkShape(questionnaire: Questionnaire): Issue[] {
  const { languages } = questionnaire
  const issues = [
    ...checkCodes(questionnaire),
    ...checkScreening(questionnaire),
    ...checkLanguages(languages),
  ]
  const total = listQuestions(questionnaire).length
  if (total > MAX_QUESTIONS)
    issues.push({ path: 'sections', problem: problem('TOO_MANY', { max: MAX_QUESTIONS }) })
  for (const step of listSteps(questionnaire)) {
    if (step.kind === 'question') issues.push(...checkQuestion(step.question, step.path, languages))
    if (step.kind === 'section')
      issues.push(...checkWords(step.section.title, `${step.path}.title`, languages))
    if (step.kind === 'ends') {
      for (const [place, rule] of step.rules.entries()) {
        issues.push(...checkEnd(rule, `${step.path}.endIf.${place}`, languages))
      }
    }
  }
  return issues
}

/** Sections and questions share their names: a condition and a result name either. */
function checkCodes(questionnaire: Questionnaire): Issue[] {
  const steps = listSteps(questionnaire).filter((step) => step.kind === 'section' || step.kind === 'question')
  const questions = steps.filter((step) => step.kind === 'question')
  return [
    ...listRepeated(
      steps.map((step) => ({
        path: `${step.path}.code`,
        value: step.kind === 'section' ? step.section.code : step.question.code,
      })),
      codeRepeated,
    ),
    ...listRepeated(
      questions.map(({ path, question }) => ({ path: `${path}.id`, value: question.id })),
      (id) => problem('CODE_REPEATED', { code: String(id) }),
    ),
  ]
}

/** Nobody is sent away after twenty minutes: only the screening at the start may do that, and it says why. */
function checkScreening({ sections }: Questionnaire): Issue[] {
  const firstOther = sections.findIndex(({ isScreening }) => !isScreening)
  return sections.flatMap((section, place) => {
    const path = `sections.${place}`
    if (section.isScreening) {
      const isLate = firstOther !== -1 && place > firstOther
      return isLate ? [{ path: `${path}.isScreening`, problem: problem('SCREENING_LATE') }] : []
    }
    const steps = listSteps({ languages: [], sections: [section] }).filter((step) => step.kind === 'ends')
    return steps.flatMap((step) =>
      step.rules.flatMap(({ outcome }, rule) =>
        outcome === 'screened-out'
          ? [
              {
                path: `${step.path.replace('sections.0', path)}.endIf.${rule}.outcome`,
                problem: problem('SCREEN_OUT_LATE'),
              },
            ]
          : [],
      ),
    )
  })
}

function checkEnd({ outcome, reason }: EndRule, path: string, languages: readonly string[]): Issue[] {
  if (outcome === 'screened-out' && reason === undefined) {
    return [{ path: `${path}.reason`, problem: problem('REASON_FOR_MEMBER') }]
  }
  return checkWords(reason, `${path}.reason`, languages)
}

function checkLanguages(languages: readonly string[]): Issue[] {
  const missing = languages.includes('en')
    ? []
    : [{ path: 'languages', problem: problem('TRANSLATION_MISSING', { language: 'en' }) }]
  const named = languages.map((value, place) => ({ path: `languages.${place}`, value }))
  return [...missing, ...listRepeated(named, codeRepeated)]
}

/** Find grids without rows, and rows that come from no question with several choices. */
function checkRows(questionnaire: Questionnaire): Issue[] {
  const steps = listSteps(questionnaire).filter((step) => step.kind === 'question')
  const before = new Map<string, Question>()
  return steps.flatMap(({ path, question }): Issue[] => {
    const source = question.type === 'grid' && question.rowsFrom ? before.get(question.rowsFrom) : undefined
    before.set(question.code, question)
    if (question.type !== 'grid') return []
    const { rows, rowsFrom } = question
    if (rowsFrom === undefined)
      return rows.length > 0 ? [] : [{ path: `${path}.rows`, problem: problem('ROWS_MISSING') }]
    return source?.type === 'choices'
      ? []
      : [{ path: `${path}.rowsFrom`, problem: problem('ROWS_OF_CHOICES', { code: rowsFrom }) }]
  })
}
