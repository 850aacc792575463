import type { LedgerReport } from '@chuma/contract/admin/admin'
import type { Deps } from '../../deps.ts'
import { verifyLedger } from '../verify-ledger.ts'
import { sealBooks } from './seal-books.ts'
import { verifyEntries, verifySealChain, verifyTotals } from './verify-seals.ts'

/**
 * Verify the ledger and the audit log against themselves and against their seals, which a superuser of the database cannot
 * make. What was just written is sealed first.
 * @throws MissingSealKeyError when this process lacks a key that sealed something
 */
export async function verifyBooks(deps: Pick<Deps, 'db' | 'sealKeys'>): Promise<LedgerReport> {
  const unsealed = await sealBooks(deps)
  const ledger = await verifyLedger(deps)
  const findings = [
    ...unsealed,
    ...ledger.findings,
    ...(await verifySealChain(deps)),
    ...(await verifyEntries(deps)),
    ...(await verifyTotals(deps.db, { isFull: true })),
  ]
  const seen = new Set<string>()
  const distinct = findings.filter(({ memberId, seq, problem }) => {
    const key = `${memberId} ${seq} ${problem}`
    return !seen.has(key) && seen.add(key)
  })
  return { ...ledger, ok: distinct.length === 0, findings: distinct }
}
