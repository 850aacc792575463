import type { LedgerReport } from '@chuma/contract/admin/admin'
import type { Trx } from '@chuma/db/client'
import {
  findLastSeal,
  getDatabaseTime,
  insertSeal,
  listUnsealedEntries,
  listUnsealedHeads,
  lockSealing,
  type Seal,
} from '@chuma/db/queries/books/seals'
import { listUnsealedProblems } from '@chuma/db/queries/books/verify-ledger'
import type { Deps } from '../../deps.ts'
import { digestEntry, macOf, requireSealKey, type SealKey } from './seal-keys.ts'

/** Rows of one seal: postings read, and entries. */
const MOST = 2000
/** Longer than any transaction may last: what was written before it began is committed. */
const OVERLAP_MS = 15 * 60_000

type Sealed = { findings: LedgerReport['findings']; isMore: boolean }

/**
 * Seal everything written since the last seal, in order. A posting that does not follow from the sealed ones is a finding and
 * stays unsealed, and so do later ones of its member.
 * @throws MissingSealKeyError when the last seal was made with another key, so that the chain never forks
 */
export async function sealBooks(deps: Pick<Deps, 'db' | 'sealKeys'>): Promise<LedgerReport['findings']> {
  const [key] = deps.sealKeys
  if (!key) return []
  for (;;) {
    const { findings, isMore } = await deps.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => sealNext(trx, deps.sealKeys, key))
    if (!isMore || findings.length > 0) return findings
  }
}

async function sealNext(trx: Trx, keys: Deps['sealKeys'], key: SealKey): Promise<Sealed> {
  const nothing = { findings: [], isMore: false }
  if (!(await lockSealing(trx))) return nothing
  const last = await findLastSeal(trx)
  if (last) requireSealKey(keys, last.keyId)
  const since = last?.sealedThrough ?? new Date(0)
  const fresh = await listUnsealedHeads(trx, since, MOST)
  const entries = await listUnsealedEntries(trx, since, MOST)
  if (fresh.length === 0 && entries.length === 0) return nothing

  const findings = await listUnsealedProblems(trx, fresh)
  const broken = new Set(findings.map(({ memberId }) => memberId))
  const sound = fresh.filter(({ memberId }) => !broken.has(memberId))
  const postings = sum(fresh, 'postings')
  const sealedAt = await getDatabaseTime(trx)
  const isMore = postings >= MOST || entries.length === MOST
  const seal = {
    sealId: (last?.sealId ?? 0) + 1,
    sealedAt,
    sealedThrough: through({ last, sealedAt, isMore, fresh, entries }),
    keyId: key.id,
    postings: (last?.postings ?? 0) + sum(sound, 'postings'),
    points: (last?.points ?? 0) + sum(sound, 'points'),
    entries: (last?.entries ?? 0) + entries.length,
    heads: sound.map(({ memberId, seq, hash }) => ({ memberId, seq, hash })),
    lines: entries.map((entry) => digestEntry(key, entry)).sort((one, other) => one.entryId - other.entryId),
  }
  if (sound.length > 0 || entries.length > 0)
    await insertSeal(trx, { ...seal, mac: macOf(key, last?.mac ?? null, seal) })
  return { findings, isMore }
}

type Written = {
  last: Seal | undefined
  sealedAt: Date
  isMore: boolean
  fresh: { newestAt: Date }[]
  entries: { at: Date }[]
}

/** Never later than what is certainly committed, or than the rows that this seal left for the next. */
function through({ last, sealedAt, isMore, fresh, entries }: Written): Date {
  const certain = sealedAt.getTime() - OVERLAP_MS
  const read = [fresh.map(({ newestAt }) => newestAt), entries.map(({ at }) => at)]
    .filter((times) => isMore && times.length > 0)
    .map((times) => Math.max(...times.map((time) => time.getTime())))
  return new Date(Math.max(last?.sealedThrough.getTime() ?? 0, Math.min(certain, ...read)))
}

function sum<Name extends string>(rows: readonly Record<Name, number>[], name: Name): number {
  return rows.reduce((total, row) => total + row[name], 0)
}
