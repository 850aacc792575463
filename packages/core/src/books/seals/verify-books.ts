import type { LedgerReport } from '@chuma/contract/admin/admin'
import { listAttemptFindings } from '@chuma/db/queries/books/verify-seals'
import type { Deps } from '../../deps.ts'
import { verifyJournal } from '../journal/verify-journal.ts'
import { verifyRoot } from '../roots/verify-root.ts'
import { verifyLedger } from '../verify-ledger.ts'
import { sealBooks } from './seal-books.ts'
import { verifyEntries, verifyHeads, verifySealChain, verifyTotals } from './verify-seals.ts'

const MOST_ATTEMPTS = 100

/**
 * Verify the ledger and the audit log against themselves and against their seals, which a superuser of the database cannot
 * make; and against roots that left the database earlier. What was just written is sealed first.
 * @param roots documents, as they were published
 * @throws MissingSealKeyError when this process lacks a key that sealed something
 */
export async function verifyBooks(
  deps: Pick<Deps, 'db' | 'sealKeys'>,
  roots: readonly string[] = [],
): Promise<LedgerReport> {
  const unsealed = await sealBooks(deps)
  const ledger = await verifyLedger(deps)
  const findings = [
    ...unsealed,
    ...ledger.findings,
    ...(await verifySealChain(deps)),
    ...(await verifyEntries(deps)),
    ...(await verifyTotals(deps.db, { isFull: true })),
    ...(await listAttemptFindings(deps.db, MOST_ATTEMPTS)),
    ...(await verifyJournal(deps.db, { isFull: true })),
  ]
  for (const root of roots) findings.push(...(await verifyRoot(deps, root)))
  const seen = new Set<string>()
  const distinct = findings.filter(({ memberId, seq, problem }) => {
    const key = `${memberId} ${seq} ${problem}`
    return !seen.has(key) && seen.add(key)
  })
  return { ...ledger, ok: distinct.length === 0, findings: distinct }
}

/**
 * Verify what was sealed after a seal, and all sums. Reads what is new, and every wallet; what is older is for `verifyBooks`.
 * @throws MissingSealKeyError
 */
export async function verifyNewBooks(
  deps: Pick<Deps, 'db' | 'sealKeys'>,
  after: number,
): Promise<LedgerReport['findings']> {
  return [
    ...(await sealBooks(deps)),
    ...(await verifySealChain(deps, after)),
    ...(await verifyHeads(deps.db, after)),
    ...(await verifyEntries(deps, after)),
    ...(await verifyTotals(deps.db, { isFull: false })),
    ...(await verifyJournal(deps.db, { isFull: false })),
  ]
}
