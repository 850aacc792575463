import type { LedgerReport } from '@chuma/contract/admin/admin'
import type { Trx } from '@chuma/db/client'
import { listOwnerMailboxes } from '@chuma/db/queries/admin/owner-mailboxes'
import {
  findCheckedSeal,
  insertCheck,
  insertCheckUnlessSame,
  isWeeklyCheckDue,
} from '@chuma/db/queries/books/checks'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'
import { stopQueue } from '../../payouts/queue/stop-queue.ts'
import { listOpenRails } from '../../payouts/rails/find-rail.ts'
import { sealBooks } from './seal-books.ts'
import { verifyBooks, verifyNewBooks } from './verify-books.ts'

type Checking = Pick<Deps, 'db' | 'sealKeys' | 'payouts'>
type Findings = LedgerReport['findings']

/** Of a damaged table, enough to understand it. */
const MOST_KEPT = 100

/** Job, every minute: seal what is new. Something that does not fit stops payouts. */
export async function sealAndReport(deps: Checking): Promise<Findings> {
  const findings = await sealBooks(deps)
  if (findings.length > 0) {
    await deps.db.transaction().execute(async (trx) => {
      const kept = findings.slice(0, MOST_KEPT)
      if (await insertCheckUnlessSame(trx, { isFull: false, findings: kept }))
        await stopPayouts(deps, trx, kept)
    })
  }
  return findings
}

/**
 * Job, every night: verify what is new, and everything once a week or when sums differ. If anything is wrong payouts stop and
 * staff and each owner get a mail, every night until it is resolved.
 */
export async function checkBooks(deps: Checking): Promise<Findings> {
  const isFull = await isWeeklyCheckDue(deps.db)
  const fresh = isFull ? null : await verifyNewBooks(deps, await findCheckedSeal(deps.db))
  // Sums tell that something is wrong, not whose ledger it is in.
  const report = fresh === null || fresh.length > 0 ? await verifyBooks(deps) : null
  const findings = (report?.findings ?? []).slice(0, MOST_KEPT)
  await deps.db.transaction().execute(async (trx) => {
    await insertCheck(trx, { isFull: report !== null, findings })
    if (findings.length > 0) await stopPayouts(deps, trx, findings)
  })
  return findings
}

/** A queue that is stopped already stays stopped for its own reason; the mail comes all the same. */
async function stopPayouts({ payouts }: Checking, trx: Trx, findings: Findings): Promise<void> {
  const providers = listOpenRails(payouts)
  const [first] = findings
  const about = first?.memberId ? ` of member ${first.memberId}, posting ${first.seq}` : ''
  const reason = `The books do not verify (${findings.length} findings). The first${about}: ${first?.problem}`
  const stop = { reason, code: null, actor: 'system', address: null }
  const news = { provider: providers.join(', ') || 'manual', reason, code: stop.code, stoppedBy: stop.actor }
  for (const to of await listOwnerMailboxes(trx, { former: null })) {
    await insertJob(trx, 'send-queue-stopped', { ...news, to })
  }
  let stopped = 0
  for (const provider of providers) if (await stopQueue(trx, provider, stop)) stopped += 1
  if (stopped > 0) return
  await insertJob(trx, 'send-queue-stopped', news)
}
