import type { AdminWithdrawal } from '@chuma/contract/admin/admin'
import { formatKes } from '@chuma/contract/format-money'
import type { ChumaClient } from '../../create-chuma-client.ts'
import type { Source } from './follow.ts'

type Admin = ChumaClient['admin']

/** Requests can be committed out of order, so this many before the newest are read again. */
const OVERLAP = 50
const PAGE = 100

/** Follow new withdrawals, pushed by the server, beginning with the `last` pending ones. */
export function followWithdrawals({ admin }: ChumaClient, last: number, ended: AbortSignal): Source {
  let seen: string[] | null = null

  return {
    ...listen(admin, ended),
    read: async () => {
      const known = new Set(seen)
      const fresh: AdminWithdrawal[] = []
      for await (const row of pendingAfter(admin, seen?.at(-OVERLAP))) if (!known.has(row.id)) fresh.push(row)
      const shown = seen === null && last < fresh.length ? fresh.slice(fresh.length - last) : fresh
      seen = [...(seen ?? []), ...fresh.map(({ id }) => id)].slice(-2 * OVERLAP)
      return shown.map((row) => ({ document: row, cells: describe(row) }))
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

function describe({ requestedAt, id, userEmail, withdrawalMethod, amountKes, isInReview }: AdminWithdrawal) {
  const note = isInReview ? ['to be looked at'] : []
  return [new Date(requestedAt), id, userEmail, withdrawalMethod, formatKes(amountKes), ...note]
}
