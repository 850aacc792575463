import { type Problem, problem } from '@chuma/contract/problems'
import { MAX_LISTED_OPTIONS, type Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { listNamedParts } from '../evaluate-logic.ts'
import { readPattern } from '../judge-answer.ts'
import type { Issue } from './explore.ts'

/** Name the second and later of equal values. Files have names that differ by more than case. */
export function listRepeated<Value>(
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

export const codeRepeated = (code: string) => problem('CODE_REPEATED', { code })

export function checkWords(texts: Words | undefined, path: string, languages: readonly string[]): Issue[] {
  if (!texts) return []
  return languages
    .filter((language) => language !== 'en' && !Object.hasOwn(texts, language))
    .map((language) => ({
      path: `${path}.${language}`,
      problem: problem('TRANSLATION_MISSING', { language }),
    }))
}

/** Find what is wrong with a question on its own: repeated codes, impossible bounds and missing translations. */
export function checkQuestion(question: Question, path: string, languages: readonly string[]): Issue[] {
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
    ...at('options', checkOptions(question)),
    ...at('pattern.expression', isPatternUnreadable(question) ? problem('PATTERN_UNREADABLE') : null),
    ...at('least', checkLeast(question)),
    ...at('codes', checkNumberCodes(question)),
  ]
}

/** The texts of a question beside its words and those of its options, rows and columns. */
export function listExtraTexts(question: Question): [string, Words | undefined][] {
  const { hint, constraint, variants = [] } = question
  const shared: [string, Words | undefined][] = [
    ['hint', hint],
    ['constraint.message', constraint?.message],
    ...variants.map(({ words }, place): [string, Words] => [`variants.${place}.words`, words]),
  ]
  switch (question.type) {
    case 'number':
      return [
        ...shared,
        ['unit', question.unit],
        ...(question.codes ?? []).map(({ words }, place): [string, Words] => [`codes.${place}.words`, words]),
      ]
    case 'scale':
      return [...shared, ['low', question.low], ['high', question.high]]
    case 'text':
      return [...shared, ['pattern.message', question.pattern?.message]]
    default:
      return shared
  }
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

function checkBounds(question: Question): Problem | null {
  if (!('min' in question) || !('max' in question)) return null
  const { min, max } = question
  const isBelow = typeof min === typeof max && typeof min !== 'object' && (max ?? '') < (min ?? '')
  return isBelow ? problem('BELOW_FIELD', { field: 'min' }) : null
}

/** One option at most asks for words, and a long list is searched. */
function checkOptions(question: Question): Problem | null {
  if (!('options' in question)) return null
  const { options } = question
  const isLong = options.length > MAX_LISTED_OPTIONS && !('search' in question && question.search)
  if (isLong) return problem('SEARCH_MISSING', { max: MAX_LISTED_OPTIONS })
  const others = options.filter((option) => 'kind' in option && option.kind === 'other')
  return others.length > 1 ? problem('KIND_REPEATED') : null
}

const checkLeast = (question: Question): Problem | null =>
  question.type === 'choices' && (question.least ?? 1) > (question.most ?? question.options.length)
    ? problem('NOT_BELOW', { max: question.most ?? question.options.length })
    : null

const isPatternUnreadable = (question: Question) =>
  question.type === 'text' &&
  question.pattern !== undefined &&
  readPattern(question.pattern.expression) === null

/** In a file of numbers the value of "does not know" stands for nothing else. */
function checkNumberCodes(question: Question): Problem | null {
  if (question.type !== 'number' || !question.codes) return null
  const { min, max, codes } = question
  const values = codes.map(({ value }) => value)
  const inRange = (value: number) =>
    (typeof min !== 'number' || value >= min) && (typeof max !== 'number' || value <= max)
  const wrong = values.find((value, at) => inRange(value) || values.indexOf(value) !== at)
  return wrong === undefined ? null : problem('NUMBER_CODE_IN_RANGE', { value: wrong })
}
