import type * as z from 'zod'
import type { FieldErrors } from './errors.ts'

// Keys that no serialiser should be asked to carry, least of all as an answer to somebody who tries them.
const UNSPEAKABLE = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Names every refused field by its path (`answers.3`), unknown keys included. Several problems of one field keep their
 * order. A problem of the whole body, or of a key that must not become one of ours, stands under `body`.
 */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const byField = new Map<string, string[]>()
  const add = (path: PropertyKey[], message: string) => {
    const isSpeakable = path.length > 0 && !path.some((key) => UNSPEAKABLE.has(String(key)))
    const field = isSpeakable ? path.map(String).join('.') : 'body'
    const text = isSpeakable || path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`
    byField.set(field, [...(byField.get(field) ?? []), text])
  }
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path, issue.message)
    else for (const key of issue.keys) add([...issue.path, key], 'Unknown field')
  }
  return Object.fromEntries(byField)
}
