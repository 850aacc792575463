import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditEntry } from '@chuma/contract/admin/audit'
import { formatKes } from '@chuma/contract/format-money'
import type { AdminWithdrawal } from '@chuma/contract/payouts/withdrawals'
import { Argument } from '@commander-js/extra-typings'
import type { ChumaClient } from '../create-chuma-client.ts'
import { listAll } from '../list-all.ts'
import { type Program, wholeNumber } from './command.ts'
import { connect, type Session } from './connect.ts'
import { type Cell, remark, showCell } from './print.ts'
import { isPassing, type Terminal, toSafeJson, writeOut } from './terminal.ts'

export function addFollowCommand(program: Program, terminal: Terminal): void {
  program
    .command('follow')
    .description('print new entries as they appear, until ctrl-c')
    .addArgument(
      new Argument('[what]', 'the audit log or new withdrawals')
        .choices(['audit', 'withdrawals'] as const)
        .default('audit' as const),
    )
    .option('--last <rows>', 'first print this many existing ones, 0 to 100', wholeNumber(0, 100), 10)
    .option(
      '--interval <seconds>',
      'how often to poll what the server does not push',
      wholeNumber(1, 3600),
      5,
    )
    .addHelpText('after', EXAMPLES)
    .action(async (what, { last, interval }, command) => {
      const session = await connect(terminal, command)
      const left = new AbortController()
      const ended = AbortSignal.any([terminal.interrupted, left.signal])
      const source =
        what === 'audit' ? followAudit(session.client, last) : followWithdrawals(session.client, last, ended)
      try {
        await follow(session, { ...source, intervalMs: interval * 1000 })
      } finally {
        left.abort()
      }
    })
}

const EXAMPLES = `
Continues after a lost connection. With --json every line is a document.

Examples:
  chuma follow
  chuma follow withdrawals --json
  chuma follow audit --last 0 --interval 30`

type Line = { document: unknown; cells: Cell[] }
type Source = {
  /** The new rows since the last call, oldest first. */
  read: () => Promise<Line[]>
  /** Settles when the server announces a change; polling is slow only while `isLive`. */
  news?: () => Promise<void>
  isLive?: () => boolean
}

/** A live stream misses nothing; slow polling covers a connection that died silently. */
const LIVE_INTERVAL_MS = 60_000

/** Follow until ctrl-c. An outage is reported once, and its rows are printed afterwards. */
async function follow(
  { terminal, globals: { json } }: Session,
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

/** Entries are numbered before they are committed, so an older number may appear late. */
const AUDIT_OVERLAP = 50
const REMEMBERED = 500

/** Follow the audit log, beginning with the `last` existing entries. */
function followAudit({ admin }: ChumaClient, last: number): Source {
  let floor: number | null = null
  let seen: number[] = []

  const begin = async () => {
    const rows = await admin.listAudit.query({ limit: Math.max(last, 1) })
    floor = rows.at(-1)?.id ?? 0
    return rows
  }
  const readOn = async (above: number) => {
    const known = new Set(seen)
    const rows: AuditEntry[] = []
    let met = 0
    for await (const row of listAll(admin.listAudit, {})) {
      if (row.id <= above || met === AUDIT_OVERLAP) break
      if (known.has(row.id)) met += 1
      else rows.push(row)
    }
    return rows
  }

  return {
    read: async () => {
      const isBeginning = floor === null
      const rows = floor === null ? await begin() : await readOn(floor)
      seen = [...rows.map(({ id }) => id), ...seen].slice(0, REMEMBERED)
      if (isBeginning && last === 0) return []
      return rows.reverse().map((row) => ({ document: row, cells: describeEntry(row) }))
    },
  }
}

function describeEntry({ at, actor, action, subject, reason }: AuditEntry) {
  return [at, actor, action, subject, ...(reason ? [reason] : [])]
}

type Admin = ChumaClient['admin']

/** Requests can be committed out of order, so this many before the newest are read again. */
const OVERLAP = 50
const PAGE = 100

/** Follow new withdrawals, pushed by the server, beginning with the `last` pending ones. */
function followWithdrawals({ admin }: ChumaClient, last: number, ended: AbortSignal): Source {
  let seen: string[] | null = null

  return {
    ...listen(admin, ended),
    read: async () => {
      const known = new Set(seen)
      const fresh: AdminWithdrawal[] = []
      for await (const row of pendingAfter(admin, seen?.at(-OVERLAP))) if (!known.has(row.id)) fresh.push(row)
      const shown = seen === null && last < fresh.length ? fresh.slice(fresh.length - last) : fresh
      seen = [...(seen ?? []), ...fresh.map(({ id }) => id)].slice(-2 * OVERLAP)
      return shown.map((row) => ({ document: row, cells: describeWithdrawal(row) }))
    },
  }
}

async function* pendingAfter(admin: Admin, start: string | undefined): AsyncGenerator<AdminWithdrawal> {
  let after = start
  for (;;) {
    const page = await admin.listWithdrawals.query({
      status: 'pending',
      // What is new comes last.
      sort: 'oldest',
      limit: PAGE,
      ...(after && { after }),
    })
    yield* page
    if (page.length < PAGE) return
    after = page.at(-1)?.id
  }
}

/** A failing stream wakes the reader, whose next query reports the reason. */
function listen(admin: Admin, ended: AbortSignal): Required<Omit<Source, 'read'>> {
  let isLive = false
  let tell = () => {}
  const hear = (isWell: boolean) => {
    isLive = isWell
    tell()
  }
  const subscription = admin.onWithdrawalsChange.subscribe(undefined, {
    onData: () => hear(true),
    onConnectionStateChange: ({ state }) => {
      if (state !== 'pending') isLive = false
    },
    onError: () => hear(false),
    onComplete: () => hear(false),
  })
  ended.addEventListener('abort', () => subscription.unsubscribe(), { once: true })
  return {
    isLive: () => isLive,
    news: () =>
      new Promise((resolve) => {
        tell = resolve
      }),
  }
}

function describeWithdrawal({
  requestedAt,
  id,
  userEmail,
  withdrawalMethod,
  amountKes,
  isInReview,
}: AdminWithdrawal) {
  const note = isInReview ? ['to be looked at'] : []
  return [new Date(requestedAt), id, userEmail, withdrawalMethod, formatKes(amountKes), ...note]
}
