import * as z from 'zod'
import { prose } from '../fields.ts'

const code = z.string().max(64)

/** Several options by their codes; `other`: the member's own words for the option that asks for them. */
const choices = z.array(code).max(50)
/** A column's code for each row of a grid. */
const chosenRows = z.strictObject({ rows: z.record(code, code) })

/** A rating from 1 to 5, `yes` or `no`, an option, free text, or another type's answer, depending on the question. */
export const answerValueInput = z.union([
  z.number(),
  prose(2000),
  z.strictObject({ choices, other: prose(500).optional() }),
  chosenRows,
])
export type AnswerValue = z.infer<typeof answerValueInput>

/** An answer as it is stored. */
export const answerValue = z.union([
  z.number(),
  z.string(),
  z.strictObject({ choices, other: z.string().optional() }),
  chosenRows,
])
/** The answers of the four types that the specification names. */
export type PlainAnswer = Extract<AnswerValue, number | string>
