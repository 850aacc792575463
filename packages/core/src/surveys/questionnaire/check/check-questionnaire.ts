import { type Problem, type ProblemCode, problem } from '@chuma/contract/problems'
import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import {
  listQuestions,
  MAX_QUESTIONS,
  type Questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { EndRule, Question } from '@chuma/contract/surveys/questionnaire/questions'
import { listPipes, type Words } from '@chuma/contract/surveys/questionnaire/words'
import { createPause } from '../../../in-turns.ts'
import {
  listNamedParts,
  listReferences,
  listRules,
  listSteps,
  readOperation,
  type Step,
} from '../evaluate-logic.ts'
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
export async function checkQuestionnaire(questionnaire: Questionnaire): Promise<CheckedQuestionnaire> {
  const pause = createPause()
  const found = checkShape(questionnaire)
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

/** What can be read at a step: the questions before it. */
type Known = { all: ReadonlyMap<string, Question>; earlier: ReadonlySet<string> }

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
  return question !== undefined && question.type !== 'choices' && question.type !== 'text'
}

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

/** Name the second and later of equal values. Files have names that differ by more than case. */
function listRepeated<Value>(
  values: readonly { path: string; value: Value }[],
  say: (value: Value) => Problem,
): Issue[] {
  const seen = new Set<string>()
  return values.flatMap(({ path, value }) => {
    const name = String(value).toLowerCase()
    if (seen.has(name)) return [{ path, problem: say(value) }]
    seen.add(name)
    return []
  })
}

const codeRepeated = (code: string) => problem('CODE_REPEATED', { code })

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

function checkWords(texts: Words | undefined, path: string, languages: readonly string[]): Issue[] {
  if (!texts) return []
  return languages
    .filter((language) => language !== 'en' && !Object.hasOwn(texts, language))
    .map((language) => ({
      path: `${path}.${language}`,
      problem: problem('TRANSLATION_MISSING', { language }),
    }))
}

function checkQuestion(question: Question, path: string, languages: readonly string[]): Issue[] {
  const parts = listNamedParts(question)
  const columns =
    question.type === 'grid'
      ? question.columns.map((column, place) => ({ name: `columns.${place}`, ...column }))
      : []
  const texts: [string, Words | undefined][] = [
    ['words', question.words],
    ...[...parts, ...columns].map(({ name, words }): [string, Words] => [`${name}.words`, words]),
    ...listExtraTexts(question),
  ]
  const at = (name: string, found: Problem | null) =>
    found ? [{ path: `${path}.${name}`, problem: found }] : []
  return [
    ...texts.flatMap(([name, each]) => checkWords(each, `${path}.${name}`, languages)),
    ...[parts, columns].flatMap((list) =>
      listRepeated(
        list.map(({ name, code }) => ({ path: `${path}.${name}.code`, value: code })),
        codeRepeated,
      ),
    ),
    ...checkLabels(question, path, languages),
    ...at('expected', isExpectedImpossible(question) ? problem('ANSWER_IMPOSSIBLE') : null),
    ...at('max', checkBounds(question)),
    ...at('options', checkKinds(question)),
  ]
}

function listExtraTexts(question: Question): [string, Words | undefined][] {
  if (question.type === 'number') return [['unit', question.unit]]
  return question.type === 'scale'
    ? [
        ['low', question.low],
        ['high', question.high],
      ]
    : []
}

/** An answer of the specification's choice is its words: two options with the same words, in any language, cannot be told apart. */
function checkLabels(question: Question, path: string, languages: readonly string[]): Issue[] {
  if (question.type !== 'multiple-choice') return []
  const owners = new Map<string, number>()
  return question.options.flatMap(({ code, words }, place) => {
    const labels = new Set([code, ...languages.map((language) => words[language] ?? words.en ?? '')])
    const isTaken = [...labels].some((label) => (owners.get(label) ?? place) !== place)
    for (const label of labels) owners.set(label, place)
    return isTaken ? [{ path: `${path}.options.${place}.words`, problem: problem('LABEL_REPEATED') }] : []
  })
}

function isExpectedImpossible(question: Question): boolean {
  if (!('expected' in question) || question.expected === undefined) return false
  const { expected } = question
  if (question.type === 'multiple-choice') return !question.options.some(({ code }) => code === expected)
  return question.type === 'scale' && (Number(expected) < question.from || Number(expected) > question.to)
}

const checkBounds = (question: Question): Problem | null =>
  question.type === 'number' && question.max < question.min ? problem('BELOW_FIELD', { field: 'min' }) : null

/** One option at most excludes the others, and one asks for words. */
function checkKinds(question: Question): Problem | null {
  if (question.type !== 'choices') return null
  const kinds = question.options.flatMap(({ kind }) => kind ?? [])
  return new Set(kinds).size < kinds.length ? problem('KIND_REPEATED') : null
}
