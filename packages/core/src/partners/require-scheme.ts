import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/** Require a scheme that is safe to use. @throws AppError INVALID_INPUT naming each field */
export function requireScheme({ postbacks }: Deps, typed: object): { scheme: object } {
  const read = postbacks.readScheme(typed)
  if (read.ok) return { scheme: read.scheme }
  throw new AppError('INVALID_INPUT', {
    fields: Object.fromEntries(
      Object.entries(read.problems).map(([path, problems]) => [`scheme.${path}`, problems]),
    ),
  })
}
