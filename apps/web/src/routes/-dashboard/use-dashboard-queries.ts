import { useUserSurveys } from '../../surveys/use-user-surveys.ts'
import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { isSettled } from '../../ui/is-settled.ts'
import { useWithdrawals } from '../../wallet/use-withdrawals.ts'
import { useToday } from './use-today.ts'

/** What decides which parts the dashboard has: shown one by one as they arrive, each would push the next ones down. */
export function useDashboardQueries() {
  const balance = trpc.wallet.getBalance.useQuery()
  const pauses = trpc.wallet.listPayoutPauses.useQuery(undefined, { staleTime: JUST_NOW_MS })
  // What a point is worth stands beside every number.
  const terms = trpc.wallet.getTerms.useQuery()
  const queries = [balance, pauses, useToday(), useWithdrawals(), useUserSurveys(), terms]
  return { balance, isSettled: queries.every(isSettled) }
}
