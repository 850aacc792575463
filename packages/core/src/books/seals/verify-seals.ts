import type { LedgerReport } from '@chuma/contract/admin/admin'
import type { Db } from '@chuma/db/client'
import { findLastSeal, findSeal, listSeals } from '@chuma/db/queries/books/seals'
import {
  findFirstEntryAfter,
  getPointTotals,
  listEntriesToCheck,
  listMembersSealedAfter,
  listSealFindings,
} from '@chuma/db/queries/books/verify-seals'
import type { Deps } from '../../deps.ts'
import { requireSealKey, type SealKeys } from './seal-keys.ts'
import { digestEntry, macOf } from './seal-of.ts'

type Finding = LedgerReport['findings'][number]
type Verifying = Pick<Deps, 'db' | 'sealKeys'>

const SEALS_AT_ONCE = 200
const ENTRIES_AT_ONCE = 1000
const MEMBERS_AT_ONCE = 500

const ofHouse = (seq: number, problem: string): Finding => ({ memberId: null, seq, problem })
const say = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/**
 * Check each seal after one against its rows and the seal before it.
 * @throws MissingSealKeyError
 */
export async function verifySealChain({ db, sealKeys }: Verifying, after = 0): Promise<Finding[]> {
  const findings: Finding[] = []
  const start = after === 0 ? undefined : await findSeal(db, after)
  let previous = start?.mac ?? null
  let expected = after + 1
  for (;;) {
    const seals = await listSeals(db, expected - 1, SEALS_AT_ONCE)
    if (seals.length === 0) return findings
    for (const { mac, keyId, ...seal } of seals) {
      if (seal.sealId !== expected)
        findings.push(
          ofHouse(expected, `seals are missing before seal ${seal.sealId} of ${say(seal.sealedAt)}`),
        )
      else if (!macOf(requireSealKey(sealKeys, keyId), previous, seal).equals(mac))
        findings.push(
          ofHouse(seal.sealId, `seal ${seal.sealId} of ${say(seal.sealedAt)} or what it covers was changed`),
        )
      previous = mac
      expected = seal.sealId + 1
    }
  }
}

/** Compare what was sealed of members after a seal with their ledgers. */
export async function verifyHeads(db: Db, after: number): Promise<Finding[]> {
  const findings: Finding[] = []
  let last: string | undefined
  for (;;) {
    const memberIds = await listMembersSealedAfter(db, after, { after: last, limit: MEMBERS_AT_ONCE })
    last = memberIds.at(-1)
    if (last === undefined) return findings
    findings.push(...(await db.transaction().execute((trx) => listSealFindings(trx, memberIds))))
  }
}

/** Compare every entry of the audit log that was sealed after a seal with what was sealed of it. */
export async function verifyEntries({ db, sealKeys }: Verifying, afterSeal = 0): Promise<Finding[]> {
  const findings: Finding[] = []
  let last = afterSeal === 0 ? 0 : await findFirstEntryAfter(db, afterSeal)
  for (;;) {
    const rows = await listEntriesToCheck(db, last, ENTRIES_AT_ONCE)
    for (const row of rows) {
      const problem = problemOf(sealKeys, row)
      if (problem) findings.push(ofHouse(row.entryId, `audit entry ${row.entryId} ${problem}`))
    }
    last = rows.at(-1)?.entryId ?? last
    if (rows.length < ENTRIES_AT_ONCE) return findings
  }
}

type Row = Awaited<ReturnType<typeof listEntriesToCheck>>[number]

function problemOf(keys: SealKeys, row: Row): string | null {
  const { sealed, found, keyId, sealedAt } = row
  if (!sealed) return row.isDue ? 'was never sealed' : null
  const when = sealedAt ? ` since ${say(sealedAt)}` : ''
  if (!found) return `was removed${when}`
  if (keyId === null) return 'names a seal that is missing'
  const { kept, words, address } = digestEntry(requireSealKey(keys, keyId), found)
  const isKept =
    kept.equals(sealed.kept) &&
    (row.areWordsErased || words.equals(sealed.words)) &&
    (row.isAddressErased || address.equals(sealed.address))
  return isKept ? null : `was changed${when}`
}

/** Compare the sum of all wallets with the sum of all points, the seals and, if `isFull`, all postings. */
export function verifyTotals(db: Db, { isFull }: { isFull: boolean }): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const seal = await findLastSeal(trx)
      const totals = await getPointTotals(trx, { since: seal?.sealedThrough ?? new Date(0), isFull })
      const sealed = (seal?.points ?? 0) + totals.unsealedPoints
      const differs = (what: string, points: number) =>
        points === totals.walletPoints
          ? []
          : [ofHouse(0, `all wallets hold ${totals.walletPoints} points, but ${what} ${points}`)]
      return [
        ...differs('the running total says', totals.pointsTotal),
        ...differs('the seals say', sealed),
        ...(isFull ? differs('all postings add up to', totals.postedPoints) : []),
      ]
    })
}
