type Limits = { refusals: number; withinMs: number; calmMs: number; kept: number }

/**
 * Measured: 120 parallel guesses make 66 refusals at once, and people's own mistakes a few in a minute. `kept`: names beyond it
 * push out the one that was refused longest ago.
 */
const LIMITS: Limits = { refusals: 60, withinMs: 60_000, calmMs: 5 * 60_000, kept: 20_000 }

export type Alarm = {
  /** Count a refused attempt, one too many for the queue or for its account or network, for each that it names. */
  count: (...names: (string | null)[]) => void
  /** Whether one of these is under attack. */
  isOn: (...names: (string | null)[]) => boolean
}
type Known = { recent: readonly number[]; onUntil: number }

/**
 * Sound an alarm for a network or an account of which this process refuses many attempts, until it has been calm for a while.
 * Everyone else is left alone: one network must not make log-ins harder for all.
 */
export function createAlarm(
  replaced: Partial<Limits> = {},
  now: () => number = performance.now.bind(performance),
): Alarm {
  const { refusals, withinMs, calmMs, kept } = { ...LIMITS, ...replaced }
  const known = new Map<string, Known>()
  const countOne = (name: string) => {
    const at = now()
    const { recent: before, onUntil } = known.get(name) ?? { recent: [], onUntil: Number.NEGATIVE_INFINITY }
    // More than the limit say no more than the limit does.
    const recent = [...before.filter((each) => each > at - withinMs), at].slice(-refusals)
    // Again at the end: the map is in the order of the last refusal.
    known.delete(name)
    known.set(name, { recent, onUntil: recent.length >= refusals ? at + calmMs : onUntil })
    const [oldest] = known.keys()
    if (known.size > kept && oldest !== undefined) known.delete(oldest)
  }
  return {
    count: (...names) => {
      for (const name of names) if (name !== null) countOne(name)
    },
    isOn: (...names) => names.some((name) => name !== null && now() < (known.get(name)?.onUntil ?? 0)),
  }
}
