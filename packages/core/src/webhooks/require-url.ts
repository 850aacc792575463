import { invalidField } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/** The address as it is stored. @throws AppError INVALID_INPUT where nothing would ever be sent */
export function requireUrl({ webhooks }: Deps, url: string): string {
  const refusal = webhooks.explainUrl(url)
  if (refusal !== null) throw invalidField('url', refusal)
  return new URL(url).href
}
