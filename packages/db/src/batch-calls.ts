import pg from 'pg'
import { type Db, isDatabaseBusy, isDatabaseUnreachable } from './client.ts'

/** Statements of a kind that a process has under way: while one waits for the disk, the other has a processor. */
const LANES = 2
/** Who comes after a statement that hangs goes on without it. */
const LANE_MS = 1000
/** Few enough that their wallets are let go soon. */
const MAX_CALLS = 32

type Kind<Call, Answer> = {
  /** Waits for the member's lock where somebody else has it. */
  alone: (db: Db, call: Call) => Promise<Answer>
  /** One statement for calls of as many members. Who is not in what it answers, by his id, is asked for alone. */
  together: (db: Db, calls: readonly Call[]) => Promise<ReadonlyMap<string, Answer>>
}
type Waiting<Call, Answer> = {
  call: Call
  /** Without an answer: it was left out. */
  answer: (found: { answer: Answer } | undefined) => void
  fail: (error: unknown) => void
}

/**
 * Calls of one kind, each of which changes one member's rows and may be made again. What comes while others are under way
 * shares the next statement, and each is answered when that is committed: with sixteen callers it takes PostgreSQL less
 * than half of the time. Who comes alone is asked for alone, and so is everybody of a statement that was refused, since one refusal
 * undoes all of it. Within a transaction nothing is shared.
 */
export function batchCalls<Call extends { memberId: string }, Answer>(kind: Kind<Call, Answer>) {
  const queues = new WeakMap<Db, ReturnType<typeof openQueue<Call, Answer>>>()
  return async (db: Db, call: Call): Promise<Answer> => {
    if (db.isTransaction) return kind.alone(db, call)
    const queue = queues.get(db) ?? openQueue((calls: readonly Call[]) => kind.together(db, calls))
    queues.set(db, queue)
    if (queue.isQuiet()) return queue.count(() => kind.alone(db, call))
    const found = await queue.join(call)
    return found ? found.answer : kind.alone(db, call)
  }
}

function openQueue<Call extends { memberId: string }, Answer>(
  together: (calls: readonly Call[]) => Promise<ReadonlyMap<string, Answer>>,
) {
  const waiting: Waiting<Call, Answer>[] = []
  let underWay = 0
  let lanes = LANES
  let isWoken = false

  /** All of one turn are there by then. */
  function wake(): void {
    if (isWoken) return
    isWoken = true
    setImmediate(() => {
      isWoken = false
      while (lanes > 0 && waiting.length > 0) void occupyLane()
    })
  }

  async function occupyLane(): Promise<void> {
    lanes -= 1
    // As many as the others take: a statement costs much for its first call and little for each other one.
    const share = Math.ceil((waiting.length + underWay) / LANES)
    const batch = waiting.splice(0, Math.min(share, MAX_CALLS))
    let isLeft = false
    const leave = () => {
      if (!isLeft) lanes += 1
      isLeft = true
      wake()
    }
    const timer = setTimeout(leave, LANE_MS)
    underWay += batch.length
    await run(batch, together)
    underWay -= batch.length
    clearTimeout(timer)
    leave()
  }

  return {
    isQuiet: () => underWay === 0 && waiting.length === 0,
    count: async (work: () => Promise<Answer>): Promise<Answer> => {
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
      }
    },
    join: (call: Call) =>
      new Promise<{ answer: Answer } | undefined>((answer, fail) => {
        waiting.push({ call, answer, fail })
        wake()
      }),
  }
}

async function run<Call extends { memberId: string }, Answer>(
  batch: readonly Waiting<Call, Answer>[],
  together: (calls: readonly Call[]) => Promise<ReadonlyMap<string, Answer>>,
): Promise<void> {
  // Of two calls of one member the later one goes by itself.
  const firsts = new Map([...batch].reverse().map(({ call }) => [call.memberId, call]))
  try {
    const answers = await together([...firsts.values()])
    for (const { call, answer } of batch) {
      const isAnswered = firsts.get(call.memberId) === call && answers.has(call.memberId)
      answer(isAnswered ? { answer: answers.get(call.memberId) as Answer } : undefined)
    }
  } catch (error) {
    // Refused, it has done nothing, and the others are well. After anything else nobody knows what was committed.
    for (const { answer, fail } of batch) isRefusal(error) ? answer(undefined) : fail(error)
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isDatabaseUnreachable(error) && !isDatabaseBusy(error)
}
