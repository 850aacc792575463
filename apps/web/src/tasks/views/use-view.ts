import type { AdTask, VideoTask } from '@chuma/contract/tasks/tasks'
import { useEffect, useReducer } from 'react'

type Viewed = Pick<VideoTask | AdTask, 'secondsLeft'>

/**
 * Where the member is with a video or an advertisement. The server says how many seconds were left when it answered; from
 * then on this device counts, from that moment of its own clock, whatever the clock shows.
 */
export function useView({ secondsLeft }: Viewed, receivedAt: number) {
  const deadline = secondsLeft === null ? null : receivedAt + secondsLeft * 1000
  const left = useSecondsLeft(deadline)
  return { deadline, secondsLeft: left, isOpen: deadline !== null, isReady: deadline !== null && left === 0 }
}

/** Often enough that no second is seen to last two. */
const TICK_MS = 250

/** Whole seconds until a moment of this device's clock. A tab that was asleep knows at once, when it wakes, how late it is. */
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
