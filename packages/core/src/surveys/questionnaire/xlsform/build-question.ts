import type { Json, Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { MAX_LISTED_OPTIONS, MOMENTS, type MomentType } from '@chuma/contract/surveys/questionnaire/questions'
import type { Words } from '@chuma/contract/surveys/questionnaire/words'
import { type Expression, listConjuncts } from './expression.ts'
import { type FormRow, KIND } from './form.ts'

/** The numbers that forms take where they set no bounds: those of nine digits. */
export const MAX_NUMBER = 999_999_999
export const MAX_DECIMALS = 4
/** Codes of options by their names in the form, and what else a type needs to know. */
export type BuiltOption = { code: string; words: Words; name: string; showIf?: Logic; kind?: string }

export type Fields = Record<string, unknown> & { type: string; options?: BuiltOption[] }
type Given = {
  options: BuiltOption[]
  isOther: boolean
  parameters: Readonly<Record<string, string>>
  /** Words of the appearance. */
  looks: readonly string[]
  calculate: { logic: Logic; expression: Expression } | null
}

const select = ({ options, parameters, looks }: Given) => ({
  options,
  order: parameters.randomize === 'true' ? 'random' : 'fixed',
  ...((options.length > MAX_LISTED_OPTIONS || looks.some((look) => SEARCH_LOOKS.has(look))) && {
    search: true,
  }),
})
const SEARCH_LOOKS: ReadonlySet<string> = new Set(['minimal', 'autocomplete', 'search'])

/** How each type of a form is asked here. Null: it cannot be. */
export const BUILDERS: Readonly<Record<string, (given: Given) => Fields | null>> = {
  text: () => ({ type: 'text', most: 2000 }),
  integer: () => ({ type: 'number', min: -MAX_NUMBER, max: MAX_NUMBER, decimals: 0 }),
  decimal: () => ({ type: 'number', min: -MAX_NUMBER, max: MAX_NUMBER, decimals: MAX_DECIMALS }),
  range: buildRange,
  date: () => ({ type: 'date' }),
  time: () => ({ type: 'time' }),
  'date-time': () => ({ type: 'date-time' }),
  note: () => ({ type: 'note', required: false }),
  acknowledge: () => ({ type: 'note', consent: true }),
  calculate: ({ calculate }) =>
    calculate && {
      type: 'calculation',
      required: false,
      calculate: calculate.logic,
      value: isText(calculate.expression) ? 'text' : 'number',
    },
  select_one: (given) => {
    if (given.isOther) return { type: 'choices', ...select(given), most: 1 }
    return isYesNo(given) ? { type: 'yes-no' } : { type: 'multiple-choice', ...select(given) }
  },
  select_multiple: (given) => ({ type: 'choices', ...select(given) }),
  rank: (given) => ({ type: 'ranking', ...select({ ...given, looks: [] }) }),
}

/** `start=0 end = 10;step=1`. */
export function readParameters(text: string): Record<string, string> {
  const parts = text
    .toLowerCase()
    .replaceAll('=', ' = ')
    .split(/[\s;,]+/)
  return Object.fromEntries(
    parts.flatMap((part, at) => (part === '=' ? [[parts[at - 1] ?? '', parts[at + 1] ?? '']] : [])),
  )
}

/** What an option says that it stands for, in the column that our own forms have. */
export function readKind(row: FormRow, kinds: readonly string[]): { kind?: string } {
  const kind = row.cell(KIND).toLowerCase()
  return kinds.includes(kind) ? { kind } : {}
}

/** What a form's own "other" is called, by language. */
export const OTHER: Words = { en: 'Other', sw: 'Nyingine' }
/** The options of a yes-no question, as pages word them. */
export const YES_NO: readonly { code: string; words: Words }[] = [
  { code: 'yes', words: { en: 'Yes', sw: 'Ndiyo' } },
  { code: 'no', words: { en: 'No', sw: 'Hapana' } },
]

/** A list of just yes and no in the words that pages have for them. */
function isYesNo({ options, parameters, looks }: Pick<Given, 'options' | 'parameters' | 'looks'>): boolean {
  const fits = (at: number, code: string, sw: readonly string[]) => {
    const option = options[at]
    if (!option || option.code !== code || option.showIf !== undefined) return false
    const { en = code, ...others } = option.words
    return (
      en.toLowerCase() === code &&
      Object.entries(others).every(([language, text]) => language === 'sw' && sw.includes(text.toLowerCase()))
    )
  }
  const isPlain = parameters.randomize !== 'true' && !looks.some((look) => SEARCH_LOOKS.has(look))
  return (
    isPlain && options.length === 2 && fits(0, 'yes', ['ndiyo', 'ndio']) && fits(1, 'no', ['hapana', 'la'])
  )
}

/** A scale where it is one of ours, else a number within the bounds. */
function buildRange({ parameters: { start = '1', end = '10', step = '1' }, looks }: Given): Fields | null {
  const [from, to, by] = [start, end, step].map(Number) as [number, number, number]
  if (![from, to, by].every(Number.isFinite) || to <= from) return null
  if (by === 1 && from === 1 && to === 5 && looks.includes('rating')) return { type: 'rating' }
  if (by === 1 && (from === 0 || from === 1) && Number.isInteger(to) && to >= 2 && to <= 10)
    return { type: 'scale', from, to }
  const decimals = [start, step].map((text) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0)
  return { type: 'number', min: from, max: to, decimals: Math.min(MAX_DECIMALS, Math.max(...decimals)) }
}

/** Whether a calculation makes a text. */
function isText(expression: Expression): boolean {
  if (expression.kind === 'text') return true
  if (expression.kind !== 'call') return false
  if (expression.name === 'if') return expression.values.slice(1).some(isText)
  if (expression.name === 'coalesce') return expression.values.some(isText)
  return ['concat', 'string', 'substr', 'date'].includes(expression.name)
}

export type Absorbing = {
  fields: Fields
  /** What a constraint says to those who break it. */
  message: Words
  /** Of something that does not read the answer itself; undefined if it cannot be taken. */
  toLogic: (expression: Expression) => Logic | undefined
}

/**
 * Take over what a question's own settings say: bounds, how many options, which exclude the others, the length of a text, a pattern.
 * Returns the parts of the constraint that remain.
 */
export function absorbConstraint(constraint: Expression, absorbing: Absorbing): Expression[] {
  return listConjuncts(constraint).filter((part) => !absorb(part, absorbing))
}

type Comparison = { subject: Expression; operator: string; value: Expression }

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' }

/** With the answer on the left. */
function readComparison(part: Expression): Comparison | null {
  if (part.kind !== 'operation' || !Object.hasOwn(MIRRORED, part.operator)) return null
  const { left, right, operator } = part
  return isAbout(left)
    ? { subject: left, operator, value: right }
    : { subject: right, operator: MIRRORED[operator] ?? '', value: left }
}

const isAbout = (part: Expression) =>
  part.kind === 'self' || (part.kind === 'call' && part.values.some(({ kind }) => kind === 'self'))

function absorb(part: Expression, absorbing: Absorbing): boolean {
  const { fields, message } = absorbing
  if (part.kind === 'call' && part.name === 'regex' && fields.type === 'text') {
    const [subject, written] = part.values
    if (subject?.kind !== 'self' || written?.kind !== 'text' || fields.pattern !== undefined) return false
    // The whole answer has to match in any case.
    const expression = written.value.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')
    if (expression === '' || expression.length > 200) return false
    fields.pattern = { expression, message }
    return true
  }
  if (part.kind === 'call' && part.name === 'not') return absorbExclusion(part.values[0], fields)
  const comparison = readComparison(part)
  if (!comparison) return false
  if (comparison.subject.kind === 'self') return absorbBound(comparison, absorbing)
  return comparison.subject.kind === 'call' && absorbCount(comparison.subject.name, comparison, fields)
}

/** `not(selected(., 'none') and count-selected(.) > 1)`: an option that excludes the others. */
function absorbExclusion(inner: Expression | undefined, { options }: Fields): boolean {
  const parts = inner ? listConjuncts(inner) : []
  const chosen = parts.find((part) => part.kind === 'call' && part.name === 'selected')
  const more = parts.map(readComparison).find((found) => found !== null)
  const name = chosen?.kind === 'call' && chosen.values[0]?.kind === 'self' ? chosen.values[1] : undefined
  const counts = more?.subject.kind === 'call' && more.subject.name === 'count-selected'
  const isMore = counts && more.value.kind === 'number' && `${more.operator}${more.value.value}`
  if (parts.length !== 2 || (isMore !== '>1' && isMore !== '>=2')) return false
  const option = options?.find((each) => name && 'value' in name && each.name === String(name.value))
  if (!option) return false
  option.kind ??= 'none'
  return true
}

function absorbBound({ operator, value }: Comparison, { fields, toLogic }: Absorbing): boolean {
  const side = operator.startsWith('>') ? 'min' : operator.startsWith('<') ? 'max' : null
  if (!side) return false
  if (fields.type === 'number') {
    if (Math.abs(Number(fields[side])) !== MAX_NUMBER) return false
    const step = operator.length === 2 ? 0 : side === 'min' ? 1 : -1
    const isWhole = fields.decimals === 0
    if (value.kind === 'number' && (step === 0 || (isWhole && Number.isInteger(value.value)))) {
      // A number before which nothing smaller can be answered.
      fields[side] = value.value + step
      return true
    }
    return step === 0 && value.kind !== 'number' && absorbRule(side, value, { fields, toLogic })
  }
  if (!isMoment(fields.type) || operator.length === 1 || fields[side] !== undefined) return false
  const written = value.kind === 'call' && value.name.startsWith('date') ? value.values[0] : value
  if (written?.kind !== 'text') return absorbRule(side, value, { fields, toLogic })
  const text =
    fields.type === 'date' ? written.value : written.value.replace(/^(.*\d{2}:\d{2}):\d{2}.*$/, '$1')
  if (!MOMENTS[fields.type].safeParse(text).success) return false
  fields[side] = text
  return true
}

const isMoment = (type: string): type is MomentType => Object.hasOwn(MOMENTS, type)

/** A bound that earlier answers set. */
function absorbRule(
  side: string,
  value: Expression,
  { fields, toLogic }: Pick<Absorbing, 'fields' | 'toLogic'>,
): boolean {
  const rule: Json | undefined = toLogic(value)
  if (typeof rule !== 'object' || rule === null || Array.isArray(rule)) return false
  fields[side] = rule
  return true
}

function absorbCount(name: string, { operator, value }: Comparison, fields: Fields): boolean {
  if (value.kind !== 'number' || !Number.isInteger(value.value)) return false
  const exact = operator.length === 2 ? value.value : value.value + (operator === '>' ? 1 : -1)
  if (operator === '=' || exact < 1) return false
  const side = operator.startsWith('>') ? 'least' : 'most'
  const isCount = name === 'count-selected' && fields.type === 'choices'
  const isLength = name === 'string-length' && fields.type === 'text' && side === 'most' && exact <= 2000
  if (!isCount && !isLength) return false
  fields[side] = exact
  return true
}
