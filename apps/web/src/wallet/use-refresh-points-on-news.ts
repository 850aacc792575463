import { useEffect, useRef } from 'react'
import { useRefreshPoints } from './use-refresh-points.ts'

/** Refetch the points when `state` changes; it is undefined until known. */
export function useRefreshPointsOnNews(state: string | undefined): void {
  const refreshPoints = useRefreshPoints()
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && known.current !== state) refreshPoints()
    known.current = state
  })
}
