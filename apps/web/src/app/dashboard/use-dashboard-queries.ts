import { useUserSurveys } from '../../surveys/attempts/use-user-surveys.ts'
import { useToday } from '../../tasks/use-today.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { isSettled } from '../../ui/states/is-settled.ts'
import { useWithdrawals } from '../../wallet/withdrawals/use-withdrawals.ts'

/**
 * Whether all data that decides the dashboard's layout has loaded. Shown one by one, each part would push the next ones
 * down.
 */
export function useDashboardQueries(): boolean {
  const balance = trpc.wallet.getBalance.useQuery()
  const pauses = trpc.wallet.listPayoutPauses.useQuery(undefined, { staleTime: JUST_NOW_MS })
  // Every amount shows its value in shillings.
  const terms = trpc.wallet.getTerms.useQuery()
  const surveys = trpc.surveys.listSurveys.useQuery()
  const queries = [balance, pauses, useToday(), useWithdrawals(), useUserSurveys(), surveys, terms]
  // Read every query's state, so that react-query re-renders for each of them.
  return queries.map(isSettled).every(Boolean)
}
