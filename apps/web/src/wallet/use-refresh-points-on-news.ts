import { useEffect, useRef } from 'react'
import { useRefreshPoints } from './use-refresh-points.ts'

/** Asks for the points again when `state`, which tells how things stand, is not what it was; undefined until it is known. */
export function useRefreshPointsOnNews(state: string | undefined): void {
  const refreshPoints = useRefreshPoints()
  const known = useRef(state)
  useEffect(() => {
    if (known.current !== undefined && known.current !== state) refreshPoints()
    known.current = state
  })
}
