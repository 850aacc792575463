import * as z from 'zod'
import { logic } from './logic.ts'
import { words } from './words.ts'

/** Names a question in conditions, in other texts and in files, as its author writes it. */
export const questionCode = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/i)
/** Names an option, a row or a column. */
const optionCode = z.string().regex(/^[a-z0-9][a-z0-9_]{0,31}$/i)

const option = z.strictObject({ code: optionCode, words: words(200), showIf: logic.optional() })
export type QuestionOption = z.infer<typeof option>

/** none: excludes the others · other: comes with the member's own words. Both keep their place at the end. */
const choice = option.extend({ kind: z.enum(['none', 'other']).optional() })
export type Choice = z.infer<typeof choice>

/** screened-out: the member is not who is asked, and gets the screen-out reward · complete: all that matters is known. */
const endRule = z.strictObject({
  if: logic,
  outcome: z.enum(['screened-out', 'complete']),
  /** Tells a screened-out member why. */
  reason: words(300).optional(),
})
export type EndRule = z.infer<typeof endRule>
export const endRules = z.array(endRule).max(5).default([])

const order = z.enum(['fixed', 'random']).default('fixed')
const bound = z.number().min(-1e12).max(1e12)

const asked = {
  /** The id in answers. It never changes its meaning from one version to the next. */
  id: z.int().min(1).max(999),
  code: questionCode,
  words: words(500),
  required: z.boolean().default(true),
  showIf: logic.optional(),
  /** After an answer to this question, the first that holds ends the survey. */
  endIf: endRules,
}

/** One of the specification's choices. With an option of one's own words use `choices`, at most 1. */
const multipleChoice = z.strictObject({
  ...asked,
  type: z.literal('multiple-choice'),
  options: z.array(option).min(2).max(50),
  order,
  /** The code of the right option of an attention check. Never leaves the server. */
  expected: optionCode.optional(),
})
const choices = z.strictObject({
  ...asked,
  type: z.literal('choices'),
  options: z.array(choice).min(2).max(50),
  order,
  /** How many a member may choose. */
  most: z.int().min(1).max(50).optional(),
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
const number = z.strictObject({
  ...asked,
  type: z.literal('number'),
  min: bound,
  max: bound,
  decimals: z.int().min(0).max(4).default(0),
  unit: words(30).optional(),
})
const text = z.strictObject({
  ...asked,
  type: z.literal('text'),
  most: z.int().min(1).max(2000).default(2000),
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
  rows: z.array(option).min(1).max(30),
  columns: z
    .array(z.strictObject({ code: optionCode, words: words(100) }))
    .min(2)
    .max(10),
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
])
export type Question = z.infer<typeof question>
export type QuestionType = Question['type']
export type QuestionOf<Type extends QuestionType> = Extract<Question, { type: Type }>
