import { writeFileSync } from 'node:fs'

export type Clock = {
  /** Milliseconds since the epoch, as this process and the database see them. */
  now: () => number
  /** Let it become this time at once. It cannot go back. */
  set: (ms: number) => void
}

/**
 * The clock of this process and of its database, whose libfaketime reads the seconds to add from `file` at each call. Without it a
 * year of holds, days and sessions would take a year.
 */
export function createClock(file: string): Clock {
  let addedSeconds = 0
  const move = (seconds: number) => {
    addedSeconds = seconds
    writeFileSync(file, `+${seconds}\n`)
  }
  move(0)
  return {
    now: Date.now,
    set: (ms) => {
      const seconds = addedSeconds + Math.round((ms - Date.now()) / 1000)
      if (seconds < addedSeconds) throw new Error('the clock cannot go back')
      move(seconds)
    },
  }
}
