import { JUST_NOW_MS } from '../../trpc.ts'
import { loadForMember } from '../load.ts'
import type { Loading } from '../router-context.ts'

/** Start what decides the dashboard's layout. */
export function loadDashboard(loading: Loading): void {
  const fresh = { staleTime: JUST_NOW_MS }
  loadForMember(loading, ({ surveys, tasks, wallet }) => [
    wallet.getBalance.prefetch(),
    wallet.listPayoutPauses.prefetch(undefined, fresh),
    wallet.getTerms.prefetch(),
    tasks.getToday.prefetch(undefined, fresh),
    wallet.listWithdrawals.prefetch(undefined, fresh),
    surveys.listUserSurveys.prefetch(undefined, fresh),
    surveys.listSurveys.prefetch(),
  ])
}
