import { AppError } from '../app-error.ts'

type Gate = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Limit concurrent work: `atOnce` run and `waiting` queue, first come first served.
 * @throws AppError BUSY immediately for any more, so that a flood costs nothing
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
      // The place goes directly to the next in the queue: `running` only falls when nobody waits.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
