import { type Problem, problem } from '@chuma/contract/problems'
import {
  listQuestions,
  MAX_QUESTIONS,
  type Questionnaire,
} from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { EndRule, Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { listNamedParts, listSteps } from '../list-rules.ts'
import type { Issue } from './check-reach.ts'

/** Find repeated codes, impossible bounds, misplaced screening and missing translations. */
export function checkShape(questionnaire: Questionnaire): Issue[] {
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

/** Name the second and later of equal values. */
function listRepeated<Value>(
  values: readonly { path: string; value: Value }[],
  say: (value: Value) => Problem,
): Issue[] {
  const seen = new Set<Value>()
  return values.flatMap(({ path, value }) => {
    if (seen.has(value)) return [{ path, problem: say(value) }]
    seen.add(value)
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
