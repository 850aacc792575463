import type { Logic } from '@chuma/contract/surveys/questionnaire/logic'
import { readOperation } from './evaluate-logic.ts'

export type References = {
  /** The codes of the questions that a condition reads. */
  codes: Set<string>
  /** Where inside an answer it reads: `likes.tea`. */
  paths: Set<string>
  /** It computes what it reads, or reads everything: nobody can say what it depends on. */
  isOpen: boolean
}

/** The second argument of these runs over elements: its variables are no questions. */
const OVER_ELEMENTS: ReadonlySet<string> = new Set(['map', 'filter', 'reduce', 'all', 'some', 'none'])

/** List the questions whose answers a condition reads. */
export function listReferences(...rules: (Logic | undefined)[]): References {
  const found: References = { codes: new Set(), paths: new Set(), isOpen: false }
  for (const rule of rules) if (rule !== undefined) collect(rule, found)
  return found
}

function collect(rule: Logic, found: References): void {
  if (Array.isArray(rule)) {
    for (const part of rule) collect(part, found)
    return
  }
  const read = readOperation(rule)
  if (!read) return
  const { operation, values } = read
  if (operation === 'var') addPath(values[0], found)
  if (operation === 'missing') for (const key of values.flat()) addPath(key, found)
  if (operation === 'missing_some') for (const key of [values[1] ?? null].flat()) addPath(key, found)
  const inner = OVER_ELEMENTS.has(operation) ? values.toSpliced(1, 1) : values
  for (const value of inner) collect(value, found)
}

function addPath(path: Logic | undefined, found: References): void {
  if (typeof path !== 'string' || path === '') {
    found.isOpen = true
    return
  }
  found.paths.add(path)
  found.codes.add(path.split('.')[0] ?? path)
}
