import type { LedgerReport } from '@chuma/contract/admin/admin'
import {
  countPostings,
  type LedgerFinding,
  listLedgerFindings,
  listWalletMembers,
} from '@chuma/db/queries/books/verify-ledger'
import type { Deps } from '../deps.ts'

const BATCH = 500
/** Enough to understand the damage; a damaged table must not produce a million lines. */
const MAX_FINDINGS = 1000

/**
 * Recompute every member's ledger from its first posting: sequence, sums, seals, wallet, points by day, and the postings of
 * each withdrawal. Names each posting that was tampered with, even by a superuser.
 */
export async function verifyLedger(deps: Pick<Deps, 'db'>): Promise<LedgerReport> {
  const findings: LedgerFinding[] = []
  let checkedPostings = 0
  let after: string | undefined
  for (;;) {
    const memberIds = await listWalletMembers(deps.db, after, BATCH)
    after = memberIds.at(-1)
    if (after === undefined || findings.length > MAX_FINDINGS) break
    const batch = await verifyBatch(deps, memberIds)
    checkedPostings += batch.checkedPostings
    findings.push(...batch.findings)
  }
  return { ok: findings.length === 0, checkedPostings, findings: findings.slice(0, MAX_FINDINGS) }
}

/** Reads one snapshot: a posting between two reads would look like a wrong balance. */
function verifyBatch({ db }: Pick<Deps, 'db'>, memberIds: string[]) {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => ({
      checkedPostings: await countPostings(trx, memberIds),
      findings: await listLedgerFindings(trx, memberIds),
    }))
}
