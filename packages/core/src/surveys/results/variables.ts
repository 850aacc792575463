import { listQuestions, type Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { type Choice, isMissing, type Question } from '@chuma/contract/surveys/questionnaire/questions'
import type { RespondentRow } from '@chuma/db/queries/surveys/respondents'

/** What one version of a survey asks. Null: its plain list, in which the label of an option is its code. */
export type Asked = { version: number | null; questionnaire: Questionnaire }

/** Something that can be answered. */
export type Label = {
  /** As it is stored. */
  value: string
  label: string
  /** What files of codes say: as the author wrote it, or its number where no code was written. */
  code: string | number
  /** What files of numbers say. It never stands for another option of this survey. */
  number: number
  /** Its place among all that the question ever offered, from 1: the same for ever. */
  place: number
  /** The versions that offer it. */
  versions: ReadonlySet<number | null>
  /** Stands for no answer: refused, or not known. */
  isMissing?: boolean
}

/** What is counted on its own: a question, one row of a grid, or the words typed at "Other". */
export type Variable = {
  id: number
  /** Of its question, as the author wrote it. */
  code: string
  /** The row of a grid. */
  part: string
  question: string
  /** The words of a grid's row, or of the option whose words it has: said behind the question. */
  row?: string
  /** `coded`: the categories that staff sorted the words of an open question into. */
  type: Question['type'] | 'coded'
  /** What can be answered; nothing for words and numbers. */
  labels: Label[]
  /** People may give several answers. */
  isMultiple: boolean
  isNumeric: boolean
  /** Of a number, over all versions. Its labels are what can be answered instead of a number. */
  range?: { min: number; max: number; decimals: number }
  /** The option that asks for the words. */
  option?: string
  /** Of a question with several wordings, at its first variable. */
  variants?: Label[]
  /** Its options by the labels that a plain list stored for them. */
  aliases?: Readonly<Record<string, string>>
}

/** The part that names the categories of an open question. */
export const CODED = 'coded'
/** The part that names the words typed at "Other". */
export const OTHER = 'other'

/** The words at "Other", or their categories: they tell how many chose it, which the page of the question may hide. */
export const isOfOther = ({ type, part, option }: Variable) =>
  option !== undefined && (type === 'text' || part === CODED)

type Named = { code: string; words: Readonly<Record<string, string>> }

/**
 * Describe what versions of a survey ask, in English: the newest wording and order, and behind it what only earlier ones asked. `all`: every
 * version from the first on, from which numbers follow, also of one version alone.
 */
export function listVariables(all: readonly Asked[], chosen: readonly Asked[]): Variable[] {
  const numbers = numberOptions(all)
  const found = new Map<string, Variable>()
  for (const { version, questionnaire } of chosen.toReversed()) {
    for (const question of listQuestions(questionnaire)) {
      const aliases = version === null ? listAliases(question.id, all) : {}
      for (const variable of describe(question, { version, numbers, aliases })) {
        const key = `${variable.id} ${variable.part}`
        const known = found.get(key)
        // A question whose type changed is read as it is asked now.
        if (!known || known.type === variable.type) found.set(key, known ? join(known, variable) : variable)
      }
    }
  }
  return [...found.values()]
}

function join(newer: Variable, older: Variable): Variable {
  const labels = newer.labels.map((label) => {
    const same = older.labels.find(({ value }) => value === label.value)
    return same ? { ...label, versions: new Set([...label.versions, ...same.versions]) } : label
  })
  const gone = older.labels.filter(({ value }) => newer.labels.every((label) => label.value !== value))
  const ranges = [newer.range, older.range].flatMap((range) => range ?? [])
  return {
    ...newer,
    ...(older.aliases && { aliases: older.aliases }),
    ...joinVariants(newer.variants, older.variants),
    labels:
      newer.isNumeric && newer.type !== 'number' ? sortNumbers([...labels, ...gone]) : [...labels, ...gone],
    ...(ranges.length > 0 && {
      range: {
        min: Math.min(...ranges.map(({ min }) => min)),
        max: Math.max(...ranges.map(({ max }) => max)),
        decimals: Math.max(...ranges.map(({ decimals }) => decimals)),
      },
    }),
  }
}

function joinVariants(newer: Label[] = [], older: Label[] = []): { variants?: Label[] } {
  const gone = older.filter(({ value }) => newer.every((label) => label.value !== value))
  const variants = [...newer, ...gone]
  return variants.length > 0 ? { variants } : {}
}

const sortNumbers = (labels: Label[]) => labels.sort((one, other) => Number(one.value) - Number(other.value))

type Numbered = { number: number; place: number }
/** By question, or columns of a grid, and option. */
type Numbers = ReadonlyMap<string, Numbered>

const keyOf = (id: number, value: string) => `${id} ${value}`
/** The longest code that is a number as the author wrote it: `1`, `98`. */
const NUMBER = /^(?:0|[1-9]\d{0,4})$/

/**
 * Number every option that a question ever offered, in the order of versions: published versions never change, so neither does a number.
 * A code that is a number keeps it, unless an earlier option has it.
 */
function numberOptions(all: readonly Asked[]): Numbers {
  const numbers = new Map<string, Numbered>()
  const taken = new Map<number, Set<number>>()
  for (const { version, questionnaire } of all) {
    for (const question of listQuestions(questionnaire)) {
      const { id } = question
      numberVariants(question, numbers)
      const own = taken.get(id) ?? new Set()
      taken.set(id, own)
      const aliases = version === null ? listAliases(id, all) : {}
      const fresh = listOptions(question)
        .map(({ code }) => aliases[code] ?? code)
        .filter((value) => !numbers.has(keyOf(id, value)))
      const isFree = (value: string) => version !== null && NUMBER.test(value) && !own.has(Number(value))
      for (const value of fresh.filter(isFree)) add(value, Number(value))
      for (const value of fresh.filter((each) => !numbers.has(keyOf(id, each)))) add(value, firstFree(own))
      function add(value: string, number: number) {
        own.add(number)
        numbers.set(keyOf(id, value), { number, place: own.size })
      }
    }
  }
  return numbers
}

/** Wordings count apart from options, and in the same way. */
function numberVariants({ id, variants = [] }: Question, numbers: Map<string, Numbered>): void {
  const count = [...numbers.keys()].filter((key) => key.startsWith(keyOf(id, VARIANT))).length
  const fresh = variants.map(({ code }) => keyOf(id, VARIANT + code)).filter((key) => !numbers.has(key))
  for (const [at, key] of fresh.entries()) numbers.set(key, { number: count + at + 1, place: count + at + 1 })
}

/** No code of an option begins so. */
const VARIANT = 'variant:'

function firstFree(taken: ReadonlySet<number>): number {
  let number = 1
  while (taken.has(number)) number += 1
  return number
}

function listOptions(question: Question): { code: string; kind?: string | undefined }[] {
  if (question.type === 'ranking') return range(1, question.most ?? question.options.length)
  if ('options' in question) return question.options
  if (question.type === 'grid') return question.columns
  if (question.type === 'scale') return range(question.from, question.to)
  if (question.type === 'rating') return range(1, 5)
  if (question.type === 'note') return question.consent ? [{ code: 'yes' }] : []
  return question.type === 'yes-no' ? [{ code: 'yes' }, { code: 'no' }] : []
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => ({ code: String(from + step) }))

/** What the options of a plain list, whose answers are stored as labels, are called in the questionnaire that followed it. */
function listAliases(id: number, all: readonly Asked[]): Aliases {
  const options = all.flatMap((asked) =>
    asked.version === null
      ? []
      : listQuestions(asked.questionnaire).flatMap((question): Choice[] =>
          question.id === id && 'options' in question ? question.options : [],
        ),
  )
  return Object.fromEntries(
    options.toReversed().map(({ code, words }) => [(words.en ?? code).trim().normalize('NFC'), code]),
  )
}

/** Whether a plain list became the first version of a questionnaire: their answers then mean the same. */
export function isContinued(list: Asked, first: Asked): boolean {
  const next = new Map(listQuestions(first.questionnaire).map((question) => [question.id, question]))
  return listQuestions(list.questionnaire).every((question) => {
    const same = next.get(question.id)
    if (same?.type !== question.type) return false
    const labels = new Set('options' in same ? same.options.map(({ words }) => words.en) : [])
    return !('options' in question) || question.options.some(({ words }) => labels.has(words.en ?? ''))
  })
}

type Aliases = Readonly<Record<string, string>>
type Offered = { code: string; words?: Named['words']; kind?: string | undefined }
type Describing = { version: number | null; numbers: Numbers; aliases: Aliases }

function describe(question: Question, describing: Describing): Variable[] {
  const [first, ...others] = describeParts(question, describing)
  if (!first || !question.variants) return first ? [first, ...others] : []
  const variants = question.variants.map(({ code, words }): Label => {
    const { number, place } = describing.numbers.get(keyOf(question.id, VARIANT + code)) ?? {
      number: 0,
      place: 0,
    }
    const versions = new Set([describing.version])
    return { value: code, label: words.en ?? code, code, number, place, versions }
  })
  return [{ ...first, variants }, ...others]
}

function describeParts(question: Question, { version, numbers, aliases }: Describing): Variable[] {
  if (question.type === 'note' && !question.consent) return []
  const { id, code } = question
  const type = question.type === 'calculation' ? question.value : question.type
  const toLabel = ({ code: own, words, kind }: Offered): Label => {
    const value = aliases[own] ?? own
    const { number, place } = numbers.get(keyOf(id, value)) ?? { number: 0, place: 0 }
    // The options of a plain list have no codes.
    const code = words && version === null && value === own ? number : value
    return {
      ...{ value, label: words?.en ?? own, code, number, place, versions: new Set([version]) },
      ...(isMissing({ kind }) && { isMissing: true }),
    }
  }
  const one: Variable = {
    id,
    code: version === null ? `q${id}` : code,
    part: '',
    question: question.words.en ?? code,
    type,
    labels: listOptions(question).map(toLabel),
    isMultiple: type === 'choices',
    isNumeric: NUMERIC.has(type),
    ...(Object.keys(aliases).length > 0 && { aliases }),
  }
  if (question.type === 'grid')
    return question.rows.map((row) => ({ ...one, part: row.code, row: row.words.en ?? row.code }))
  if (question.type === 'ranking')
    return question.options.map((option) => ({
      ...one,
      part: option.code,
      row: option.words.en ?? option.code,
    }))
  if (type === 'number') return [{ ...one, ...describeNumber(question, version) }]
  const asksWords =
    question.type === 'choices' ? question.options.find(({ kind }) => kind === 'other') : undefined
  if (!asksWords) return [one]
  const words: Variable = {
    ...one,
    part: OTHER,
    row: asksWords.words.en ?? asksWords.code,
    type: 'text',
    labels: [],
    isMultiple: false,
    option: asksWords.code,
  }
  return [one, words]
}

const NUMERIC: ReadonlySet<Variable['type']> = new Set(['rating', 'scale', 'number', 'ranking'])
/** What lies between bounds that earlier answers decide, and what is computed. */
const ANY_NUMBER = { min: -99_999_999, max: 99_999_999, decimals: 4 }

function describeNumber(question: Question, version: number | null): Pick<Variable, 'labels' | 'range'> {
  if (question.type !== 'number') return { labels: [], range: ANY_NUMBER }
  const { min, max, decimals, codes = [] } = question
  return {
    labels: codes.map(({ code, value, words }, at) => ({
      value: code,
      label: words.en ?? code,
      code,
      number: value,
      place: at + 1,
      versions: new Set([version]),
      isMissing: true,
    })),
    range: {
      min: typeof min === 'number' ? min : ANY_NUMBER.min,
      max: typeof max === 'number' ? max : ANY_NUMBER.max,
      decimals,
    },
  }
}

type Category = { questionId: number; code: number; name: string }

/** Put the categories of words behind them, as questions with several answers. */
export function withCategories(variables: readonly Variable[], categories: readonly Category[]): Variable[] {
  return variables.flatMap((variable) => {
    const own = categories.filter(({ questionId }) => variable.type === 'text' && questionId === variable.id)
    if (own.length === 0) return [variable]
    const labels = own.map(({ code, name }) => ({
      value: String(code),
      label: name,
      code,
      number: code,
      place: code,
      versions: new Set<number | null>(),
    }))
    return [variable, { ...variable, part: CODED, type: CODED, labels, isMultiple: true }]
  })
}

/** What a variable offers, in its order, and after it what was answered to an earlier wording. */
export function listAnswersOf({ labels }: Variable, given: Iterable<string>): string[] {
  return [...new Set([...labels.map(({ value }) => value), ...given])]
}

export const labelOf = (
  { labels }: { labels: readonly Pick<Label, 'value' | 'label'>[] },
  answer: string,
): string => labels.find(({ value }) => value === answer)?.label ?? answer

/** The question and, of one row of a grid, the row. */
export const sayVariable = ({ question, row }: Pick<Variable, 'question' | 'row'>) =>
  row === undefined ? question : `${question} ${row}`

/** Names a variable among those of its survey. */
export const nameOf = ({ id, part }: Pick<Variable, 'id' | 'part'>) => (part ? `${id} ${part}` : `${id}`)

/** Which of several answers someone gave. Null: they were not asked, or gave none. */
export function readChosen({ id, part }: Variable, { answers, categories }: RespondentRow): string[] | null {
  if (part === CODED) return categories[id]?.map(String) ?? null
  const answer = answers[id]
  return typeof answer === 'object' && 'choices' in answer ? answer.choices : null
}

/** What someone answered to a question with one answer, under its present code. */
export function readValue(
  { id, type, part, option, aliases }: Variable,
  { answers }: RespondentRow,
): string | number | null {
  const answer = answers[id]
  if (option !== undefined) return (typeof answer === 'object' && 'choices' in answer && answer.other) || null
  const found = typeof answer === 'object' ? readRow(answer, part) : answer
  const value = type === 'ranking' && found !== undefined ? Number(found) : found
  if (value === undefined || value === '') return null
  return (typeof value === 'string' && aliases?.[value]) || value
}

const readRow = (answer: object, part: string): string | undefined =>
  'rows' in answer ? (answer.rows as Record<string, string>)[part] : undefined
