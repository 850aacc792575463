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
