import { JUST_NOW_MS } from '../../trpc.ts'
import { loadForMember } from '../load.ts'

/** Start what the dashboard shows at first, with the list of the tab that is open. */
export function loadDashboard(context: { preload: boolean }): void {
  const fresh = { staleTime: JUST_NOW_MS }
  loadForMember(context, ({ games, surveys, wallet }) => [
    wallet.getBalance.prefetch(),
    wallet.listPayoutPauses.prefetch(undefined, fresh),
    wallet.getTerms.prefetch(),
    games.getToday.prefetch(undefined, fresh),
    wallet.listWithdrawals.prefetch(undefined, fresh),
    surveys.listUserSurveys.prefetch(undefined, fresh),
    surveys.listSurveys.prefetch(),
  ])
}
