import { AppError } from '@chuma/core/app-error'
import { toSource } from '@chuma/core/auth/throttle'
import type { Caller } from '@chuma/core/caller'

/** Longer than a slow page takes, and shorter than people wait. */
const WAIT_MS = 3000

type Shares = { query: Share; mutation: Share }
/** How often a member may call, apart from what runs at once. */
export type Paces = { query: Pace; mutation: Pace }

/**
 * Far more than a person does who hurries: a page opens with a dozen queries, and a survey that was filled in offline sends its
 * answers together. Without a pace two changes at a time, one after the other, keep one processor busy.
 */
export const PACES: Paces = {
  query: { perSecond: 60, burst: 180 },
  mutation: { perSecond: 25, burst: 60 },
}

/**
 * One account takes at most eight of the ten connections of a process. A member's changes wait for the lock of their wallet,
 * each with a connection, so two run. A dashboard opens with ten queries.
 */
const ACCOUNT: Shares = { query: { atOnce: 6, waiting: 32 }, mutation: { atOnce: 2, waiting: 32 } }
/** Staff and scripts decide about many members at once. */
const STAFF: Shares = { query: { atOnce: 4, waiting: 36 }, mutation: { atOnce: 4, waiting: 36 } }
/** Hundreds of people share the address of a mobile carrier. Password checks have their own queue (`create-gate.ts`). */
const NETWORK: Shares = { query: { atOnce: 32, waiting: 160 }, mutation: { atOnce: 32, waiting: 160 } }

/** Runs a call of this caller when it is their turn. Live streams take none: they last as long as a page is open. */
export type TakeTurn = <T>(caller: Caller, type: 'query' | 'mutation', work: () => Promise<T>) => Promise<T>

/** `paces`: of members; without them they call as often as their share allows. */
export function createTakeTurn(paces: Paces | null): TakeTurn {
  const turns = createTurns({ waitMs: WAIT_MS })
  const account = {
    query: { ...ACCOUNT.query, pace: paces?.query },
    mutation: { ...ACCOUNT.mutation, pace: paces?.mutation },
  }
  return (caller, type, work) => {
    const { source, shares } = describe(caller, account)
    return turns(`${type} ${source}`, shares[type], work)
  }
}

function describe(
  { member, staff, apiKey, address }: Caller,
  account: Shares,
): { source: string; shares: Shares } {
  if (member) return { source: `member:${member.memberId}`, shares: member.adminRole ? STAFF : account }
  if (staff) return { source: `staff:${staff.staffId}`, shares: STAFF }
  if (apiKey) return { source: `key:${apiKey.keyId}`, shares: STAFF }
  return { source: `network:${toSource(address)}`, shares: NETWORK }
}

/** How often a source may begin work: `perSecond` for ever, and `burst` more after a rest. */
type Pace = { perSecond: number; burst: number }
/** What one source may do at the same time: `atOnce` pieces of work run, and `waiting` more wait for them. */
type Share = { atOnce: number; waiting: number; pace?: Pace | undefined }
type Turns = <T>(source: string, share: Share, work: () => Promise<T>) => Promise<T>

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

/** How many refusals of a source are answered at once within `SLOWED_MS`; the others as much later. */
const AT_ONCE = 50
const SLOWED_MS = 1000

/**
 * Wait before a refusal, if the source was refused often a moment ago: a program that repeats each refused call immediately would keep
 * the process busy with refusals.
 */
export function createSlowDown(): (source: string) => Promise<void> {
  const refused = new Map<string, number>()
  const forget = (source: string) => {
    const left = (refused.get(source) ?? 0) - 1
    if (left > 0) refused.set(source, left)
    else refused.delete(source)
  }
  return async (source) => {
    const recent = (refused.get(source) ?? 0) + 1
    refused.set(source, recent)
    const later = new Promise<void>((resolve) => {
      setTimeout(() => resolve(forget(source)), SLOWED_MS)
    })
    if (recent > AT_ONCE) await later
  }
}

/** A transaction of a call: it fails before its caller gives up and before its connection is closed. */
const CALL_LOCK_MS = 2000
const CALL_STATEMENT_MS = 25_000
/** Longer than any response a caller waits for, and than any lock timeout. */
const SILENCE_MS = 30_000
/** How many calls may wait for each connection of a process. */
const WAITING_EACH = 20

/** The limits of the pool that serves calls: a caller who would wait long for a connection or a lock is told so. */
export function limitPool({ connections, waitSeconds }: { connections: number; waitSeconds: number }) {
  return {
    max: connections,
    waitMs: waitSeconds * 1000,
    maxWaiting: WAITING_EACH * connections,
    lockMs: CALL_LOCK_MS,
    statementMs: CALL_STATEMENT_MS,
    silenceMs: SILENCE_MS,
  }
}

/**
 * Wait for work no longer than `ms`. The work itself continues.
 * @throws AppError BUSY when it takes longer
 */
export async function answerWithin<T>(ms: number, work: Promise<T>): Promise<T> {
  let deadline: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => reject(new AppError('BUSY')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(deadline)
  }
}
