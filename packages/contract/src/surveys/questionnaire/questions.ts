import * as z from 'zod'
import { logic, logicRule } from './logic.ts'
import { words } from './words.ts'

/** Names a question in conditions, in other texts and in files, as its author writes it. */
export const questionCode = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/i)
/** Names an option, a row or a column. */
const optionCode = z.string().regex(/^[a-z0-9][a-z0-9_]{0,31}$/i)

/** Stays in its place where the others are mixed. */
const fixed = z.boolean().optional()

/** Answers that say that there is none: files count them as missing. */
export const MISSING_KINDS = ['refused', 'dont-know'] as const
export const isMissing = ({ kind }: { kind?: string | undefined }): boolean =>
  MISSING_KINDS.some((each) => each === kind)

const option = z.strictObject({ code: optionCode, words: words(200), showIf: logic.optional(), fixed })
export type QuestionOption = z.infer<typeof option>

/** Options that say that there is no answer. They exclude all others. */
export const EXCLUSIVE_KINDS = ['none', ...MISSING_KINDS] as const
/** One of these or none. They keep their place at the end. */
const single = option.extend({ kind: z.enum(EXCLUSIVE_KINDS).optional() })
/** The same · other: comes with the member's own words. */
const choice = option.extend({ kind: z.enum([...EXCLUSIVE_KINDS, 'other']).optional() })
export type Choice = z.infer<typeof choice>
export const isExclusive = ({ kind }: { kind?: string | undefined }): boolean =>
  EXCLUSIVE_KINDS.some((each) => each === kind)

/** screened-out: the member is not who is asked, and gets the screen-out reward · complete: all that matters is known. */
const endRule = z.strictObject({
  if: logic,
  outcome: z.enum(['screened-out', 'complete']),
  /** Tells a screened-out member why. */
  reason: words(300).optional(),
})
export type EndRule = z.infer<typeof endRule>
export const endRules = z.array(endRule).max(5).default([])

export const order = z.enum(['fixed', 'random'])
/** No number is further from zero. */
export const UNBOUNDED = 1e12
const bound = z.number().min(-UNBOUNDED).max(UNBOUNDED)
/** What an answer has to be, beside what its type asks for. Reads this and earlier answers. */
const constraint = z.strictObject({ if: logic, message: words(300) })
/** One of several wordings. Each member reads one, always the same. */
const variant = z.strictObject({ code: optionCode, words: words(500) })

const asked = {
  /** The id in answers. It never changes its meaning from one version to the next. */
  id: z.int().min(1).max(999),
  code: questionCode,
  words: words(500),
  /** Below the question: how to answer it. */
  hint: words(500).optional(),
  required: z.boolean().default(true),
  showIf: logic.optional(),
  constraint: constraint.optional(),
  variants: z.array(variant).min(2).max(6).optional(),
  fixed,
  /** After an answer to this question, the first that holds ends the survey. */
  endIf: endRules,
}

/** More options than this can only be searched. */
export const MAX_LISTED_OPTIONS = 50
const MAX_OPTIONS = 500
/** A list in which members search by typing. */
const search = z.boolean().optional()

/** One of the specification's choices. With an option of one's own words use `choices`, at most 1. */
const multipleChoice = z.strictObject({
  ...asked,
  type: z.literal('multiple-choice'),
  options: z.array(single).min(2).max(MAX_OPTIONS),
  order: order.default('fixed'),
  search,
  /** The code of the right option of an attention check. Never leaves the server. */
  expected: optionCode.optional(),
})
const choices = z.strictObject({
  ...asked,
  type: z.literal('choices'),
  options: z.array(choice).min(2).max(MAX_OPTIONS),
  order: order.default('fixed'),
  search,
  /** How many a member has to choose, unless they choose one that excludes the others, and how many they may. */
  least: z.int().min(1).max(MAX_OPTIONS).optional(),
  most: z.int().min(1).max(MAX_OPTIONS).optional(),
})
const rating = z.strictObject({
  ...asked,
  type: z.literal('rating'),
  expected: z.int().min(1).max(5).optional(),
})
const scale = z.strictObject({
  ...asked,
  type: z.literal('scale'),
  from: z.int().min(0).max(1),
  to: z.int().min(2).max(10),
  /** What the ends mean. */
  low: words(60).optional(),
  high: words(60).optional(),
  expected: z.int().min(0).max(10).optional(),
})
const numberCode = z.strictObject({
  code: z.enum(['dont-know', 'refused']),
  value: z.int().min(-999_999).max(999_999),
  words: words(60),
})
const number = z.strictObject({
  ...asked,
  type: z.literal('number'),
  min: z.union([bound, logicRule]),
  max: z.union([bound, logicRule]),
  decimals: z.int().min(0).max(4).default(0),
  unit: words(30).optional(),
  /** What may be answered instead of a number, with the value that files of numbers have for it: a user-missing value. */
  codes: z.array(numberCode).min(1).max(2).optional(),
})
const text = z.strictObject({
  ...asked,
  type: z.literal('text'),
  most: z.int().min(1).max(2000).default(2000),
  /** What the whole answer has to match, in RE2's syntax. */
  pattern: z.strictObject({ expression: z.string().min(1).max(200), message: words(300) }).optional(),
})
const yesNo = z.strictObject({
  ...asked,
  type: z.literal('yes-no'),
  expected: z.enum(['yes', 'no']).optional(),
})
/** The same columns for each row. */
const grid = z.strictObject({
  ...asked,
  type: z.literal('grid'),
  rows: z.array(option).max(30).default([]),
  /** Its rows are the options that were chosen at this earlier question, which is one of `choices`. */
  rowsFrom: questionCode.optional(),
  order: order.optional(),
  columns: z
    .array(z.strictObject({ code: optionCode, words: words(100), kind: z.enum(MISSING_KINDS).optional() }))
    .min(2)
    .max(10),
})

/** Words to read. `consent`: they have to be agreed to, and the answer is `yes`. */
const note = z.strictObject({
  ...asked,
  type: z.literal('note'),
  words: words(4000, 'prose'),
  consent: z.boolean().optional(),
})

/** A day, a time or both as a clock in Kenya shows them: `2026-11-30`, `14:05`, `2026-11-30T14:05`. */
export const MOMENTS = {
  date: z.iso.date(),
  time: z.iso.time({ precision: -1 }),
  'date-time': z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
    .pipe(z.iso.datetime({ local: true, precision: -1 })),
} as const
export type MomentType = keyof typeof MOMENTS
const moment = <Type extends MomentType>(type: Type) => {
  const limit = z.union([MOMENTS[type] as z.ZodType<string, string>, logicRule]).optional()
  return z.strictObject({ ...asked, type: z.literal(type), min: limit, max: limit })
}

/** Options put in order, the best first. */
const ranking = z.strictObject({
  ...asked,
  type: z.literal('ranking'),
  options: z.array(option).min(2).max(MAX_LISTED_OPTIONS),
  order: order.default('fixed'),
  /** How many places there are; by default one for each option. */
  most: z.int().min(1).max(MAX_LISTED_OPTIONS).optional(),
})

/** What follows from earlier answers. Members never see it. */
const calculation = z.strictObject({
  ...asked,
  type: z.literal('calculation'),
  calculate: logic,
  /** What files say it is. */
  value: z.enum(['number', 'text']).default('number'),
})

export const question = z.discriminatedUnion('type', [
  multipleChoice,
  choices,
  rating,
  scale,
  number,
  text,
  yesNo,
  grid,
  note,
  moment('date'),
  moment('time'),
  moment('date-time'),
  ranking,
  calculation,
])
export type Question = z.infer<typeof question>
export type QuestionType = Question['type']
export type QuestionOf<Type extends QuestionType> = Extract<Question, { type: Type }>

/** Whether the survey waits for an answer: a note only for consent, and a calculation never. */
export function isRequired(question: Question): boolean {
  if (question.type === 'note') return question.consent === true
  return question.type !== 'calculation' && question.required
}
