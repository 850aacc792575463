import { JUST_NOW_MS } from '../../trpc.ts'
import { loadForMember } from '../load.ts'
import type { Loading } from '../router-context.ts'
import { type DashboardTab, FIRST_TAB } from './dashboard-tab.ts'

/** Start what decides the dashboard's layout, and the list of the tab for every member. */
export function loadDashboard(loading: Loading & { deps: { tab?: DashboardTab } }): void {
  const fresh = { staleTime: JUST_NOW_MS }
  const { tab = FIRST_TAB } = loading.deps
  loadForMember(loading, ({ surveys, tasks, wallet }) => [
    wallet.getBalance.prefetch(),
    wallet.listPayoutPauses.prefetch(undefined, fresh),
    wallet.getTerms.prefetch(),
    tasks.getToday.prefetch(undefined, fresh),
    wallet.listWithdrawals.prefetch(undefined, fresh),
    surveys.listUserSurveys.prefetch(undefined, fresh),
    ...(tab === 'surveys' ? [surveys.listSurveys.prefetch()] : []),
  ])
}
