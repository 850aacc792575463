import { AppError } from '@chuma/core/app-error'
import { createSlowDown } from './create-slow-down.ts'

/** How often a source may begin work: `perSecond` for ever, and `burst` more after a rest. */
export type Pace = { perSecond: number; burst: number }
/** What one source may do at the same time: `atOnce` pieces of work run, and `waiting` more wait for them. */
export type Share = { atOnce: number; waiting: number; pace?: Pace | undefined }
export type Turns = <T>(source: string, share: Share, work: () => Promise<T>) => Promise<T>

type Queue = {
  running: number
  waiters: (() => void)[]
  /** When everything that began would have begun at an even pace. */
  evenUntil: number
  timer: NodeJS.Timeout | null
}

const RETRY_AFTER_SECONDS = 1

/**
 * Run work of many sources, each within its own share, so that one source never takes what others need. A source always has
 * the same share.
 * @throws AppError TOO_MANY_AT_ONCE immediately when as many wait as may, a second later for a source that goes on without a pause,
 * and for work that waited `waitMs`
 */
export function createTurns({ waitMs }: { waitMs: number }): Turns {
  const queues = new Map<string, Queue>()
  const slowDown = createSlowDown()

  /** Begin what may begin, come back for what has to wait for its pace, and forget who has nothing left. */
  function goOn(source: string, queue: Queue, share: Share): void {
    if (queue.timer) clearTimeout(queue.timer)
    queue.timer = null
    let pause = pauseBefore(queue, share)
    while (queue.waiters.length > 0 && queue.running < share.atOnce && pause === 0) {
      begin(queue, share)
      queue.waiters.shift()?.()
      pause = pauseBefore(queue, share)
    }
    if (queue.running >= share.atOnce) return
    const left = queue.waiters.length > 0 ? pause : queue.evenUntil - performance.now()
    if (left > 0) queue.timer = setTimeout(() => goOn(source, queue, share), left)
    else if (queue.running === 0) queues.delete(source)
  }

  return async (source, share, work) => {
    const queue = queues.get(source) ?? { running: 0, waiters: [], evenUntil: 0, timer: null }
    queues.set(source, queue)
    const isFree =
      queue.waiters.length === 0 && queue.running < share.atOnce && pauseBefore(queue, share) === 0
    if (!isFree && queue.waiters.length >= share.waiting) {
      await slowDown(source)
      throw tooMany()
    }
    if (isFree) begin(queue, share)
    else {
      const turn = wait(queue, waitMs)
      goOn(source, queue, share)
      await turn
    }
    try {
      return await work()
    } finally {
      queue.running -= 1
      goOn(source, queue, share)
    }
  }
}

function begin(queue: Queue, { pace }: Share): void {
  queue.running += 1
  if (pace) queue.evenUntil = Math.max(queue.evenUntil, performance.now()) + 1000 / pace.perSecond
}

/** Milliseconds until the source has not begun more than its pace allows. */
function pauseBefore({ evenUntil }: Queue, { pace }: Share): number {
  if (!pace) return 0
  const allowed = performance.now() + (pace.burst * 1000) / pace.perSecond
  // A timer may come a fraction of a millisecond early.
  return Math.max(0, Math.ceil(evenUntil - allowed))
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
