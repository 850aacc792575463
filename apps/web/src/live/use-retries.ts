import { useEffect, useRef } from 'react'

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 120_000

/** Retry after failures with increasing waits. Meanwhile pages poll. */
export function useRetries() {
  const timer = useRef<number>(undefined)
  const failures = useRef(0)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return {
    forget: () => {
      failures.current = 0
    },
    retry: (again: () => void) => {
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures.current)
      failures.current += 1
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(again, wait * (0.5 + Math.random()))
    },
  }
}
