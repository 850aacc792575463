type Limits = { refusals: number; withinMs: number; calmMs: number }

/** Measured: 120 parallel guesses make 66 refusals at once, and people's own mistakes a few in a minute. */
const LIMITS: Limits = { refusals: 60, withinMs: 60_000, calmMs: 5 * 60_000 }

export type Alarm = {
  /** Count a refused attempt: one too many for the queue, or for its account or network. */
  count: () => void
  isOn: () => boolean
}

/** Sound an alarm while this process refuses many attempts, and until it has been calm for a while. */
export function createAlarm(limits = LIMITS, now: () => number = performance.now.bind(performance)): Alarm {
  let recent: number[] = []
  let onUntil = Number.NEGATIVE_INFINITY
  return {
    count: () => {
      const at = now()
      // More than the limit say no more than the limit does.
      recent = [...recent.filter((each) => each > at - limits.withinMs), at].slice(-limits.refusals)
      if (recent.length >= limits.refusals) onUntil = at + limits.calmMs
    },
    isOn: () => now() < onUntil,
  }
}
