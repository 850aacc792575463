import * as z from 'zod'
import { refuse } from '../../problems.ts'

export type Json = z.core.util.JSONType
/** A json-logic rule: an object with one operation, or a value. */
export type Logic = Json

/** How deep a condition may nest, and of how many parts it may consist. */
export const MAX_LOGIC_DEPTH = 24
const MAX_LOGIC_PARTS = 500

/** The operations of json-logic (jsonlogic.com/operations.html). */
const LOGIC_OPERATIONS = [
  ...['var', 'missing', 'missing_some', 'if', '?:', '==', '===', '!=', '!==', '!', '!!', 'or', 'and'],
  ...['>', '>=', '<', '<=', 'max', 'min', '+', '-', '*', '/', '%', 'map', 'reduce', 'filter'],
  ...['all', 'none', 'some', 'merge', 'in', 'cat', 'substr', 'log'],
] as const
const operations: ReadonlySet<string> = new Set(LOGIC_OPERATIONS)

export type LogicProblem = 'LOGIC_TOO_DEEP' | 'LOGIC_TOO_LARGE' | 'LOGIC_UNKNOWN_OPERATION' | 'INVALID'

/** Find what is wrong with a rule. Walks with a list instead of recursion, because a hostile rule can nest a million times. */
export function findLogicProblem(rule: unknown): LogicProblem | null {
  const open: [unknown, number][] = [[rule, 1]]
  let parts = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, depth] = next
    parts += 1
    if (depth > MAX_LOGIC_DEPTH) return 'LOGIC_TOO_DEEP'
    if (parts > MAX_LOGIC_PARTS) return 'LOGIC_TOO_LARGE'
    if (typeof part !== 'object' || part === null) {
      if (!isPlainValue(part)) return 'INVALID'
      continue
    }
    const inner = Array.isArray(part) ? part : Object.values(part)
    if (!Array.isArray(part) && !isOperation(part)) return 'LOGIC_UNKNOWN_OPERATION'
    if (inner.length + open.length + parts > MAX_LOGIC_PARTS) return 'LOGIC_TOO_LARGE'
    for (const each of inner) open.push([each, depth + 1])
  }
  return null
}

function isPlainValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 500 && value.isWellFormed() && !value.includes('\0')
  return value === null || typeof value === 'boolean' || Number.isFinite(value)
}

function isOperation(part: object): boolean {
  const [key, ...others] = Object.keys(part)
  return key !== undefined && others.length === 0 && operations.has(key)
}

const PROBLEMS = {
  LOGIC_TOO_DEEP: refuse('LOGIC_TOO_DEEP', { max: MAX_LOGIC_DEPTH }),
  LOGIC_TOO_LARGE: refuse('LOGIC_TOO_LARGE', { max: MAX_LOGIC_PARTS }),
  LOGIC_UNKNOWN_OPERATION: refuse('LOGIC_UNKNOWN_OPERATION'),
  INVALID: refuse('INVALID'),
} as const

function refuseUnsound(rule: unknown, ctx: z.core.$RefinementCtx): void {
  const found = findLogicProblem(rule)
  if (found !== null) ctx.addIssue({ code: 'custom', message: PROBLEMS[found].error })
}

/** A condition as json-logic. Its variables are the codes of questions. */
export const logic = z.unknown().superRefine(refuseUnsound) as z.ZodType<Logic, Logic>

export type LogicRule = { [operation: string]: Json }
/** A value that follows from earlier answers, where a plain one may stand too. */
export const logicRule = z.record(z.string(), z.unknown()).superRefine(refuseUnsound) as z.ZodType<
  LogicRule,
  LogicRule
>
