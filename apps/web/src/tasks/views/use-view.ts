import type { AdTask, VideoTask } from '@chuma/contract/tasks/tasks'
import { useEffect, useReducer } from 'react'

type Viewed = Pick<VideoTask | AdTask, 'secondsLeft'>

/**
 * A member's progress with a video or an ad. The server's answer says how many seconds are left; from then on this
 * device counts, so that a wrong clock does not matter.
 */
export function useView({ secondsLeft }: Viewed, receivedAt: number) {
  const deadline = secondsLeft === null ? null : receivedAt + secondsLeft * 1000
  const left = useSecondsLeft(deadline)
  return { deadline, secondsLeft: left, isOpen: deadline !== null, isReady: deadline !== null && left === 0 }
}

/** Often enough that no second seems to last two. */
const TICK_MS = 250

/** Whole seconds until a moment of this device's clock. After sleeping, a tab shows the correct value at once. */
function useSecondsLeft(deadline: number | null): number {
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
