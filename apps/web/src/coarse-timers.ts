import type { TimeoutProvider } from '@tanstack/react-query'

type Timer = { callback: () => void; dueAt: number; everyMs: number | undefined }

const GRAIN_MS = 1000

/**
 * Timers for react-query, which keeps three or four per query: stale, garbage collection, refetch. They are seconds or
 * minutes away and reset with every answer, so one browser timer serves them all, each up to a second late. Delays
 * under a second use the browser's timers.
 */
export function coarseTimers(): TimeoutProvider<number> {
  const timers = new Map<number, Timer>()
  // Negative, so that ids never collide with the browser's.
  let lastId = 0
  let alarm: ReturnType<typeof setTimeout> | undefined
  let alarmAt = Number.POSITIVE_INFINITY

  const add = (callback: () => void, delay: number, everyMs?: number) => {
    const dueAt = dueAfter(delay)
    timers.set(--lastId, { callback, dueAt, everyMs })
    wakeAt(dueAt)
    return lastId
  }
  const wakeAt = (at: number) => {
    if (at >= alarmAt) return
    clearTimeout(alarm)
    alarmAt = at
    alarm = setTimeout(wake, at - performance.now())
  }
  const wake = () => {
    alarmAt = Number.POSITIVE_INFINITY
    const now = performance.now()
    try {
      for (const [id, timer] of timers) {
        if (timer.dueAt > now) continue
        if (timer.everyMs === undefined) timers.delete(id)
        else timer.dueAt = dueAfter(timer.everyMs)
        timer.callback()
      }
    } finally {
      wakeAt(Math.min(...Array.from(timers.values(), ({ dueAt }) => dueAt)))
    }
  }
  const cancel = (id: number | undefined) => {
    if (id !== undefined && !timers.delete(id)) clearTimeout(id)
  }
  return {
    setTimeout: (callback, delay) =>
      delay < GRAIN_MS ? Number(setTimeout(callback, delay)) : add(callback, delay),
    setInterval: (callback, delay) => add(callback, delay, delay),
    clearTimeout: cancel,
    clearInterval: cancel,
  }
}

function dueAfter(delay: number): number {
  return Math.ceil((performance.now() + delay) / GRAIN_MS) * GRAIN_MS
}
