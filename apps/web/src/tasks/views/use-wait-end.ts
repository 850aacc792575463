import { useEffect, useRef } from 'react'

/** Act when a wait that this page saw is over; one that was over before it opened is left to the member. */
export function useWaitEnd(isReady: boolean, act: () => void): void {
  const sawWait = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per wait, however often the page renders
  useEffect(() => {
    if (!isReady) sawWait.current = true
    else if (sawWait.current) {
      sawWait.current = false
      act()
    }
  }, [isReady])
}
