import { setTimeout as sleep } from 'node:timers/promises'
import type { Globals } from '../connect.ts'
import { isPassing } from '../describe-failure.ts'
import { remark } from '../print-answer.ts'
import { type Cell, showCell } from '../print-table.ts'
import type { Terminal } from '../terminal.ts'
import { toSafeJson } from '../to-shown-text.ts'
import { writeOut } from '../write-out.ts'

export type Line = { document: unknown; cells: Cell[] }
export type Source = {
  /** The new rows since the last call, oldest first. */
  read: () => Promise<Line[]>
  /** Settles when the server announces a change; polling is slow only while `isLive`. */
  news?: () => Promise<void>
  isLive?: () => boolean
}

/** A live stream misses nothing; slow polling covers a connection that died silently. */
const LIVE_INTERVAL_MS = 60_000

/** Follow until ctrl-c. An outage is reported once, and its rows are printed afterwards. */
export async function follow(
  terminal: Terminal,
  { json }: Globals,
  { read, news, isLive, intervalMs }: Source & { intervalMs: number },
): Promise<void> {
  const { interrupted, stdout } = terminal
  let isLost = false
  while (!interrupted.aborted) {
    // Changes during the read must be read again.
    const nextNews = news?.()
    try {
      for (const { document, cells } of await read()) {
        await writeOut(stdout, `${json ? toSafeJson(document) : cells.map(showCell).join('  ')}\n`)
      }
      if (isLost) await remark(terminal, 'The connection is back.')
      isLost = false
    } catch (error) {
      if (interrupted.aborted) return
      if (!isPassing(error)) throw error
      if (!isLost) await remark(terminal, 'The server cannot be reached. It is tried again until ctrl-c.')
      isLost = true
    }
    await pause(isLive?.() ? LIVE_INTERVAL_MS : intervalMs, { interrupted, nextNews })
  }
}

async function pause(
  ms: number,
  { interrupted, nextNews }: { interrupted: AbortSignal; nextNews: Promise<void> | undefined },
): Promise<void> {
  const over = new AbortController()
  const time = sleep(ms, undefined, { signal: AbortSignal.any([interrupted, over.signal]) }).catch(() => {})
  try {
    await Promise.race(nextNews === undefined ? [time] : [time, nextNews])
  } finally {
    over.abort()
  }
}
