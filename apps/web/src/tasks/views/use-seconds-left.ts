import { useEffect, useReducer } from 'react'

/** Often enough that no second is seen to last two. */
const TICK_MS = 250

/** Whole seconds until a moment of this device's clock. A tab that was asleep knows at once, when it wakes, how late it is. */
export function useSecondsLeft(deadline: number | null): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (deadline === null || deadline <= Date.now()) return
    const timer = setInterval(() => {
      tick()
      if (deadline <= Date.now()) clearInterval(timer)
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [deadline])
  return deadline === null ? 0 : Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
}
