import { JUST_NOW_MS, trpc } from '../trpc.ts'

/** What the member can do today. Refetched on return: tasks close, and days end. */
export function useToday() {
  return trpc.tasks.getToday.useQuery(undefined, { staleTime: JUST_NOW_MS, refetchOnWindowFocus: 'always' })
}
