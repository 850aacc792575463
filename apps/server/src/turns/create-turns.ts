import { AppError } from '@chuma/core/app-error'

/** What one source may do at the same time: `atOnce` pieces of work run, and `waiting` more wait for them. */
export type Share = { atOnce: number; waiting: number }
export type Turns = <T>(source: string, share: Share, work: () => Promise<T>) => Promise<T>

type Queue = { running: number; waiters: (() => void)[] }

const RETRY_AFTER_SECONDS = 1

/**
 * Run work of many sources, each within its own share, so that one source never takes what others need. A source always has
 * the same share.
 * @throws AppError TOO_MANY_AT_ONCE immediately when as many wait as may, and later for work that waited `waitMs`
 */
export function createTurns({ waitMs }: { waitMs: number }): Turns {
  const queues = new Map<string, Queue>()
  return async (source, { atOnce, waiting }, work) => {
    const queue = queues.get(source) ?? { running: 0, waiters: [] }
    queues.set(source, queue)
    if (queue.running < atOnce) queue.running += 1
    else if (queue.waiters.length < waiting) await wait(queue, waitMs)
    else throw tooMany()
    try {
      return await work()
    } finally {
      // The turn goes directly to the next in the queue: `running` only falls when nobody waits.
      const next = queue.waiters.shift()
      if (next) next()
      else queue.running -= 1
      if (queue.running === 0) queues.delete(source)
    }
  }
}

function wait({ waiters }: Queue, waitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      clearTimeout(deadline)
      resolve()
    }
    const deadline = setTimeout(() => {
      waiters.splice(waiters.indexOf(enter), 1)
      reject(tooMany())
    }, waitMs)
    waiters.push(enter)
  })
}

export const tooMany = () => new AppError('TOO_MANY_AT_ONCE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
