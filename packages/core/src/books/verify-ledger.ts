import type { LedgerReport } from '@chuma/contract/admin/admin'
import {
  countPostings,
  type LedgerFinding,
  listLedgerFindings,
  listWalletMembers,
} from '@chuma/db/queries/books/verify-ledger'
import type { Deps } from '../deps.ts'

const BATCH = 500
/** Enough to see what happened; a damaged table must not answer with a million lines. */
const MOST_FINDINGS = 1000

/**
 * Recomputes every member's ledger from its first posting: the sequence, the sums, the seals, the wallet, the points
 * by day, and the postings of each withdrawal. Names each posting that was tampered with, also by a superuser.
 */
export async function verifyLedger(deps: Pick<Deps, 'db'>): Promise<LedgerReport> {
  const findings: LedgerFinding[] = []
  let checkedPostings = 0
  let after: string | undefined
  for (;;) {
    const memberIds = await listWalletMembers(deps.db, after, BATCH)
    after = memberIds.at(-1)
    if (after === undefined || findings.length > MOST_FINDINGS) break
    const batch = await verifyBatch(deps, memberIds)
    checkedPostings += batch.checkedPostings
    findings.push(...batch.findings)
  }
  return { ok: findings.length === 0, checkedPostings, findings: findings.slice(0, MOST_FINDINGS) }
}

/** In one snapshot: a posting made between two reads would look like a wrong balance. */
function verifyBatch({ db }: Pick<Deps, 'db'>, memberIds: string[]) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      checkedPostings: await countPostings(trx, memberIds),
      findings: await listLedgerFindings(trx, memberIds),
    }))
}
