import type * as z from 'zod'
import type { FieldErrors } from './errors.ts'

/**
 * Names every refused field by its path (`answers.3`, `__proto__`), unknown keys included. Several problems of one
 * field keep their order. A problem of the whole body stands under `body`.
 */
export function toFieldErrors(error: z.ZodError): FieldErrors {
  const byField = new Map<string, string[]>()
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    const message = issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message
    for (const path of paths) {
      const field = path.length > 0 ? path.map(String).join('.') : 'body'
      byField.set(field, [...(byField.get(field) ?? []), message])
    }
  }
  return Object.fromEntries(byField)
}
