import { type Problem, problem } from '@chuma/contract/problems'
import type { AnswerValue, GivenAnswer } from '@chuma/contract/surveys/answers'
import type { SurveyQuestion } from '@chuma/contract/surveys/surveys'

/** Something to choose, with the texts that also name it. */
export type Named = { code: string; labels: readonly string[] }
export type Readable = {
  type: SurveyQuestion['type']
  options: readonly Named[]
  rows?: readonly Named[]
  columns?: readonly Named[]
}
/** An answer in codes, not judged yet. `problem`: it names several options at once. */
export type ReadAnswer = { answer: AnswerValue; problem: Problem | null }

/** The labels of yes and no in the languages that we speak. */
export const YES_NO: Readonly<Record<string, { yes: string; no: string }>> = {
  en: { yes: 'Yes', no: 'No' },
  sw: { yes: 'Ndiyo', no: 'Hapana' },
}
const yesNo: readonly Named[] = (['yes', 'no'] as const).map((code) => ({
  code,
  labels: Object.values(YES_NO).map((labels) => labels[code]),
}))

const tidy = (text: string) => text.trim().normalize('NFC')
/** What people and keyboards write differently: case, spaces, full-width letters. */
const fold = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Turn what a caller sent into codes. Options, rows and columns are named by their code or a label; what is exactly the same wins
 * over what differs in case, spaces or width. Numbers may be text, yes and no booleans, and one option of several a plain text.
 */
export function readAnswer(asked: Readable, given: GivenAnswer): ReadAnswer {
  if (given === '' || (Array.isArray(given) && given.length === 0)) return { answer: '', problem: null }
  switch (asked.type) {
    case 'text':
      return asIs(given)
    case 'rating':
    case 'scale':
    case 'number':
      return asIs(typeof given === 'string' ? readNumber(given) : given)
    case 'yes-no':
      return typeof given === 'boolean' ? asIs(given ? 'yes' : 'no') : readOne(yesNo, given)
    case 'multiple-choice':
      return readOne(asked.options, given)
    case 'choices':
      return readSeveral(asked.options, given)
    case 'grid':
      return readRows(asked, given)
  }
}

/** Booleans and lists become a choice, which every other type refuses by its own words. */
function asIs(given: GivenAnswer): ReadAnswer {
  if (typeof given === 'boolean') return { answer: { choices: [String(given)] }, problem: null }
  if (Array.isArray(given)) return { answer: { choices: given }, problem: null }
  if (typeof given === 'object' && 'choices' in given) {
    const { choices, other } = given
    return { answer: { choices, ...(other !== undefined && { other }) }, problem: null }
  }
  return { answer: given, problem: null }
}

/** Only what can be read in one way: a comma is a decimal sign to some and groups thousands to others. */
function readNumber(given: string): string | number {
  const text = given.normalize('NFKC').trim().replace('\u2212', '-')
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : given
}

function readOne(options: readonly Named[], given: GivenAnswer): ReadAnswer {
  const [only, ...others] = Array.isArray(given) ? given : [given]
  if (others.length > 0 || (typeof only !== 'string' && typeof only !== 'number')) return asIs(given)
  const { code, problem: found } = nameOption(options, String(only))
  // A number that names no option stays one.
  return { answer: code ?? only, problem: found }
}

function readSeveral(options: readonly Named[], given: GivenAnswer): ReadAnswer {
  if (typeof given === 'boolean') return asIs(given)
  if (typeof given === 'object' && 'rows' in given) return asIs(given)
  const { choices, other } = listChosen(given)
  const named = choices.map((each) => ({ each, ...nameOption(options, each) }))
  return {
    answer: { choices: named.map(({ each, code }) => code ?? each), ...(other !== undefined && { other }) },
    problem: named.find((each) => each.problem)?.problem ?? null,
  }
}

function listChosen(given: Exclude<GivenAnswer, boolean | { rows: object }>) {
  if (Array.isArray(given)) return { choices: given, other: undefined }
  return typeof given === 'object' ? given : { choices: [String(given)], other: undefined }
}

function readRows({ rows = [], columns = [] }: Readable, given: GivenAnswer): ReadAnswer {
  if (typeof given !== 'object' || !('rows' in given)) return asIs(given)
  const read = new Map<string, string>()
  let found: Problem | null = null
  for (const [row, column] of Object.entries(given.rows)) {
    const [of, is] = [nameOption(rows, row), nameOption(columns, column)]
    const key = of.code ?? row
    found ??= of.problem ?? is.problem ?? (read.has(key) ? problem('REPEATED') : null)
    read.set(key, is.code ?? column)
  }
  return { answer: { rows: Object.fromEntries(read) }, problem: found }
}

/** Find the option that a text names: by its code, by a label, or else by either regardless of case, spaces and width. */
function nameOption(
  options: readonly Named[],
  given: string,
): { code: string | null; problem: Problem | null } {
  const byCode = options.find(({ code }) => code === given)
  if (byCode) return { code: byCode.code, problem: null }
  for (const same of [tidy, fold]) {
    const wanted = same(given)
    const found = options.filter(({ code, labels }) =>
      [code, ...labels].some((text) => same(text) === wanted),
    )
    if (found.length > 1) return { code: null, problem: problem('ANSWER_AMBIGUOUS') }
    if (found[0]) return { code: found[0].code, problem: null }
  }
  return { code: null, problem: null }
}

/** Say in `options` what a question accepts, also where nothing is listed to choose from. */
export function listAccepted<Question extends SurveyQuestion>(question: Question): Question {
  const numbers = question.type === 'rating' ? { from: 1, to: 5 } : question.scale
  if (question.type === 'yes-no') return { ...question, options: yesNo.map(({ code }) => code) }
  if (!numbers) return question
  const { from, to } = numbers
  return { ...question, options: Array.from({ length: to - from + 1 }, (_, place) => String(from + place)) }
}
