import { loadForMember } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { JUST_NOW_MS } from '../../trpc.ts'

/** Start what both survey lists show: the surveys, the member's attempts and their points. */
export function loadSurveys(loading: Loading): void {
  loadForMember(loading, ({ surveys, wallet }) => [
    surveys.listSurveys.prefetch(),
    surveys.listUserSurveys.prefetch(undefined, { staleTime: JUST_NOW_MS }),
    wallet.getBalance.prefetch(),
    wallet.getTerms.prefetch(),
  ])
}
