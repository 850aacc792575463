import { useUserSurveys } from '../../surveys/attempts/use-user-surveys.ts'
import { useToday } from '../../tasks/use-today.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { isSettled } from '../../ui/states/is-settled.ts'
import { useWithdrawals } from '../../wallet/withdrawals/use-withdrawals.ts'

/** Whether all is there that decides which parts the dashboard has: shown one by one, each would push the next ones down. */
export function useDashboardQueries(): boolean {
  const balance = trpc.wallet.getBalance.useQuery()
  const pauses = trpc.wallet.listPayoutPauses.useQuery(undefined, { staleTime: JUST_NOW_MS })
  // What a point is worth stands beside every number.
  const terms = trpc.wallet.getTerms.useQuery()
  const queries = [balance, pauses, useToday(), useWithdrawals(), useUserSurveys(), terms]
  // Every one is read, so that each answer is heard.
  return queries.map(isSettled).every(Boolean)
}
