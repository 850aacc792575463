import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 5

/** The wait before the same mail can be requested again: while the server sends none, a minute longer each time. */
export function useResendPause() {
  const [pauses, setPauses] = useState(0)
  const [{ now, end }, setClock] = useState({ now: 0, end: 0 })
  const isOver = now >= end
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setClock((clock) => ({ ...clock, now: Date.now() })), 1000)
    return () => clearInterval(timer)
  }, [isOver])

  const start = () => {
    const minutes = Math.min(pauses + 1, LONGEST_MINUTES)
    setPauses(minutes)
    setClock({ now: Date.now(), end: Date.now() + minutes * MINUTE_MS })
  }
  return { start, secondsLeft: Math.max(0, Math.ceil((end - now) / 1000)) }
}
