import type * as z from 'zod'
import { type FieldProblems, type Problem, problem, readRefusal } from './problems.ts'

type Issue = z.core.$ZodIssue

// Keys that must not be serialised, least of all in the answer to an attacker who sends them.
const UNSPEAKABLE = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Name every refused field of `input` by its path (`answers.3`), unknown keys included, with codes instead of zod's texts.
 * Problems of one field keep their order. Problems of the whole body or of a dangerous key are reported under `body`.
 */
export function toFieldProblems(error: z.ZodError, input: unknown): FieldProblems {
  const byField = new Map<string, Problem[]>()
  const add = (path: PropertyKey[], found: Problem) => {
    const name = path.map(String).join('.')
    const isSpeakable = !path.some((key) => UNSPEAKABLE.has(String(key)))
    const key = isSpeakable ? name || 'body' : 'body'
    const shown = isSpeakable ? found : problem('UNKNOWN_FIELD_NAMED', { field: name })
    byField.set(key, [...(byField.get(key) ?? []), shown])
  }
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, toProblem(issue, input))
    else for (const key of issue.keys) add([...issue.path, key], problem('UNKNOWN_FIELD'))
  }
  return Object.fromEntries(byField)
}

/** A check with its own code carries it in its message: see `refuse`. */
function toProblem(issue: Issue, input: unknown): Problem {
  const refusal = readRefusal(issue.message)
  if (!refusal) return describe(issue, input)
  const bounds = {
    ...(issue.code === 'too_small' && { min: Number(issue.minimum) }),
    ...(issue.code === 'too_big' && { max: Number(issue.maximum) }),
  }
  return { code: refusal.code, params: { ...bounds, ...refusal.params } } as Problem
}

function describe(issue: Issue, input: unknown): Problem {
  if (valueAt(input, issue.path) === undefined) return problem('REQUIRED')
  switch (issue.code) {
    case 'invalid_type':
      return problem('WRONG_TYPE', { expected: issue.expected })
    case 'invalid_value':
      return choose(issue.values)
    case 'invalid_union':
      return 'options' in issue && issue.options ? choose(issue.options) : problem('INVALID')
    case 'invalid_key':
      return problem('UNKNOWN_FIELD')
    case 'invalid_format':
      return describeFormat(issue.format)
    case 'too_small':
      return describeTooSmall(issue)
    case 'too_big':
      return describeTooBig(issue)
    default:
      return problem('INVALID')
  }
}

/** An empty text means that no choice was made. */
function choose(values: readonly unknown[]): Problem {
  return problem('NOT_AN_OPTION', { options: values.map(String).filter((value) => value !== '') })
}

function describeFormat(format: string): Problem {
  if (format === 'uuid') return problem('NOT_AN_ID')
  if (format === 'email') return problem('NOT_AN_EMAIL')
  if (format === 'date') return problem('NOT_A_DAY')
  return problem(format === 'datetime' ? 'NOT_A_MOMENT' : 'INVALID')
}

function describeTooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Problem {
  const params = { min: Number(minimum) }
  if (origin === 'string') return params.min === 1 ? problem('REQUIRED') : problem('TOO_SHORT', params)
  if (origin === 'array' || origin === 'set') return problem('TOO_FEW', params)
  return problem(inclusive === false ? 'NOT_ABOVE' : 'TOO_SMALL', params)
}

function describeTooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Problem {
  const params = { max: Number(maximum) }
  if (origin === 'string') return problem('TOO_LONG', params)
  if (origin === 'array' || origin === 'set') return problem('TOO_MANY', params)
  return problem(inclusive === false ? 'NOT_BELOW' : 'TOO_BIG', params)
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
}
