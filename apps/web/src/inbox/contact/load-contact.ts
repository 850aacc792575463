import { loadForAnyone } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

/** Start the support details and the terms that the questions name. */
export function loadContact(loading: Loading): void {
  loadForAnyone(loading, ({ inbox, wallet }) => [
    inbox.getContactDetails.prefetch(),
    wallet.getTerms.prefetch(),
  ])
}
