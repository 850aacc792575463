import * as z from 'zod'
import { prose } from '../fields.ts'

const code = z.string().max(64)

/** Several options by their codes; `other`: the member's own words for the option that asks for them. */
const choices = z.array(code).max(50)
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
  z.array(given).max(50),
  z.strictObject({ choices: z.array(given).max(50), other: prose(500).optional() }),
  z.strictObject({ rows: z.record(given, given) }),
])
/** An answer as a caller gives it. */
export type GivenAnswer = z.infer<typeof answerValueInput>

/** An answer as it is stored. */
export const answerValue = z.union([
  z.number(),
  z.string(),
  z.strictObject({ choices, other: z.string().optional() }),
  chosenRows,
])
export type AnswerValue = z.infer<typeof answerValue>
/** The answers of the four types that the specification names. */
export type PlainAnswer = Extract<AnswerValue, number | string>
