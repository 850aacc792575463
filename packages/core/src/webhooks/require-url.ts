import { invalidField } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/** Normalise an address for storage. @throws AppError INVALID_INPUT if it would never be called */
export function requireUrl({ webhooks }: Deps, url: string): string {
  const refusal = webhooks.explainUrl(url)
  if (refusal !== null) throw invalidField('url', refusal)
  return new URL(url).href
}
