import * as z from 'zod'
import { id, line, prose } from '../fields.ts'

const code = z.string().max(64)

const MAX_CHOICES = 500
/** Several options by their codes, of a ranking in order; `other`: the member's own words for the option that asks for them. */
const choices = z.array(code).max(MAX_CHOICES)
/** A column's code for each row of a grid. */
const chosenRows = z.strictObject({ rows: z.record(code, code) })

/** Options by their codes or labels. */
const given = prose(200)

/**
 * A number, `yes` or `no`, an option, free text, or another type's answer, depending on the question. Numbers may come as text,
 * yes and no as booleans, several options as a list.
 */
export const answerValueInput = z.union([
  z.number(),
  z.boolean(),
  prose(2000),
  z.array(given).max(MAX_CHOICES),
  z.strictObject({ choices: z.array(given).max(MAX_CHOICES), other: prose(500).optional() }),
  z.strictObject({ rows: z.record(given, given) }),
])
/** An answer as a caller gives it. */
export type GivenAnswer = z.infer<typeof answerValueInput>

export const answerValue = z.union([
  z.number(),
  z.string(),
  z.strictObject({ choices, other: z.string().optional() }),
  chosenRows,
])
export type AnswerValue = z.infer<typeof answerValue>
/** An answer in one piece. */
export type PlainAnswer = Extract<AnswerValue, number | string>

const question = z.int().min(1).max(999)
const versionNumber = z.int().min(0)
const categoryCode = z.int().min(1).max(999)
const name = line(120)

/** `version`: one in which the question is asked. Its categories are those of all versions. */
const frame = { id, version: versionNumber.optional(), questionId: question }

/** Over REST, numbers arrive as text in the query. */
export const categoriesInput = z.strictObject({
  id,
  version: z.coerce.number().pipe(versionNumber).optional(),
  questionId: z.coerce.number().pipe(question),
})
export type CategoriesInput = z.infer<typeof categoriesInput>

export const answerCategory = z.object({ code: z.int(), name: z.string(), answers: z.int() })
export type AnswerCategory = z.infer<typeof answerCategory>

/** The categories of an open question. Answers that wait for a check or were rejected count too: they may be accepted yet. */
export const codeFrame = z.object({
  questionId: z.int(),
  categories: z.array(answerCategory),
  /** How many people wrote something, and how many of them are in no category yet. */
  answered: z.int(),
  uncoded: z.int(),
})
export type CodeFrame = z.infer<typeof codeFrame>

/**
 * `add`: a category, whose code is a new number. `merge`: the answers of `code` get `into`, and `code` is gone. `remove`: its answers lose it,
 * and it is gone.
 */
export const changeCategoryInput = z.strictObject({
  ...frame,
  change: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('add'), name }),
    z.strictObject({ kind: z.literal('rename'), code: categoryCode, name }),
    z.strictObject({ kind: z.literal('merge'), code: categoryCode, into: categoryCode }),
    z.strictObject({ kind: z.literal('remove'), code: categoryCode }),
  ]),
})
export type ChangeCategoryInput = z.infer<typeof changeCategoryInput>

const codes = z.array(categoryCode).max(50).default([])

/** Only what changes, so that two people who code the same answer lose nothing. */
export const codeAnswersInput = z.strictObject({
  ...frame,
  /** The `id`s of `listSurveyAnswers`. */
  respondents: z
    .array(z.string().regex(/^r[0-9a-f]{15}$/))
    .min(1)
    .max(200),
  add: codes,
  remove: codes,
})
export type CodeAnswersInput = z.infer<typeof codeAnswersInput>
