export type Operation = 'daily' | 'spin' | 'withdraw' | 'approve'
export type Kept = { operation: Operation; memberId: string; key: string; made: string; body: string }
type Answered = { at: number; ms: number }

export type Book = ReturnType<typeof createBook>

/** Record what the clients were told. The book knows nothing of the database. */
export function createBook() {
  const kept: Kept[] = []
  const successes: Answered[] = []
  const failures: Answered[] = []
  const errors = new Map<string, number>()
  const breaks: string[] = []
  return {
    kept,
    breaks,
    /** An answer that promises the change is stored. */
    keep: (row: Kept, ms: number) => {
      kept.push(row)
      successes.push({ at: performance.now(), ms })
    },
    fail: (reason: string, ms: number) => {
      errors.set(reason, (errors.get(reason) ?? 0) + 1)
      failures.push({ at: performance.now(), ms })
    },
    /** How long each call took that failed after this moment. */
    listRefusals: (from: number) => failures.filter(({ at }) => at > from).map(({ ms }) => ms),
    /** Something that must never be answered, whatever the fault. */
    complain: (what: string) => breaks.push(what),
    countErrors: () => [...errors.values()].reduce((sum, count) => sum + count, 0),
    describeErrors: () => [...errors].map(([reason, count]) => `${count}× ${reason}`).join(', ') || 'none',
    /** The longest time without a success. */
    findGap: (from: number, to: number): number => {
      const moments = [from, ...successes.map(({ at }) => at).filter((at) => at > from && at < to), to]
      return Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)))
    },
    /** How long answers took. */
    findDelay: (share: number, from: number, to: number): number => {
      const times = successes
        .filter(({ at }) => at > from && at < to)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b)
      return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
    },
    countSince: (from: number) => successes.filter(({ at }) => at > from).length,
  }
}
