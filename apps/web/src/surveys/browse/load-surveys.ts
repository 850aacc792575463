import { loadForMember } from '../../app/load.ts'
import { JUST_NOW_MS } from '../../trpc.ts'

/** Start what both pages of surveys show: the surveys, the member's own attempts and their points. */
export function loadSurveys(context: { preload: boolean }): void {
  loadForMember(context, ({ surveys, wallet }) => [
    surveys.listSurveys.prefetch(),
    surveys.listUserSurveys.prefetch(undefined, { staleTime: JUST_NOW_MS }),
    wallet.getBalance.prefetch(),
    wallet.getTerms.prefetch(),
  ])
}
