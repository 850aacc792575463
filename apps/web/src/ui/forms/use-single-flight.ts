import { useRef } from 'react'

/**
 * Run one call at a time. A disabled button is not enough: the second half of a double click arrives before React
 * renders it as disabled.
 */
export function useSingleFlight<Arguments extends unknown[]>(
  act: (...args: Arguments) => Promise<void>,
): (...args: Arguments) => void {
  const isFlying = useRef(false)
  return (...args) => {
    if (isFlying.current) return
    isFlying.current = true
    void act(...args).finally(() => {
      isFlying.current = false
    })
  }
}
