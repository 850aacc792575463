import { pino } from 'pino'

/**
 * Several lines share one write: a write for each took a twelfth of the processor time of a short call. No line waits longer
 * than `periodicFlush` milliseconds, and the process writes the rest as it ends. One write is under way at a time, so under a flood
 * lines come faster than they leave: up to `maxLength` bytes wait, and what is more is lost.
 */
const OUTPUT = {
  sync: false,
  minLength: 4096,
  periodicFlush: 250,
  maxWrite: 256 * 1024,
  maxLength: 8 * 1024 * 1024,
}

/** Write log lines to a file descriptor without waiting. Says how many lines were lost once there is room again. */
export function openOutput(dest: number, { maxLength = OUTPUT.maxLength }: { maxLength?: number } = {}) {
  const output = pino.destination({ ...OUTPUT, dest, maxLength })
  let lost = 0
  output.on('drop', () => {
    lost += 1
  })
  output.on('drain', () => {
    if (lost === 0) return
    const line = { level: 50, time: Date.now(), lost, msg: `${lost} log lines were lost: too many at once` }
    lost = 0
    output.write(`${JSON.stringify(line)}\n`)
  })
  return output
}
