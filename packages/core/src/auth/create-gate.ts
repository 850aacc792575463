import { AppError } from '../app-error.ts'

type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets `atOnce` pieces of work run and `waiting` more queue, first come first served.
 * @throws AppError BUSY at once for any beyond, so that a flood is refused before it costs anything.
 */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0
  const queue: (() => void)[] = []

  return async (work) => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>((enter) => queue.push(enter))
    else throw new AppError('BUSY')
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line: `running` falls only when nobody waits.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
