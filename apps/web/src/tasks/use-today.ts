import { JUST_NOW_MS, trpc } from '../trpc.ts'

/** What is open to the member today. Asked for again when he looks again: tasks close, and days end. */
export function useToday() {
  return trpc.tasks.getToday.useQuery(undefined, { staleTime: JUST_NOW_MS, refetchOnWindowFocus: 'always' })
}
