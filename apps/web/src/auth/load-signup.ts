import { loadForAnyone } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'

/** Start the terms: they say whether invitations are open. */
export function loadSignup(loading: Loading): void {
  loadForAnyone(loading, ({ wallet }) => [wallet.getTerms.prefetch()])
}
