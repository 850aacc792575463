import { JUST_NOW_MS, trpc } from '../../trpc.ts'
import { useRefreshPointsOnNews } from '../../wallet/use-refresh-points-on-news.ts'

/** The member's own attempts, newest first, refetched when they return from a partner's tab. */
export function useUserSurveys() {
  const query = trpc.surveys.listUserSurveys.useQuery(undefined, {
    staleTime: JUST_NOW_MS,
    refetchOnWindowFocus: 'always',
  })
  // A confirmed attempt has changed the member's points.
  useRefreshPointsOnNews(
    query.data?.map(({ id, status, review }) => `${id} ${status} ${review?.state}`).join(),
  )
  return query
}
