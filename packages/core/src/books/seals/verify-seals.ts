import type { LedgerReport } from '@chuma/contract/admin/admin'
import type { Db, Trx } from '@chuma/db/client'
import { listOwnerMailboxes } from '@chuma/db/queries/admin/staff'
import { findLastSeal, findSeal, listSeals } from '@chuma/db/queries/books/seals'
import {
  findCheckedSeal,
  findFirstEntryAfter,
  getPointTotals,
  insertCheck,
  insertCheckUnlessSame,
  isWeeklyCheckDue,
  listAttemptFindings,
  listEntriesToCheck,
  listMembersSealedAfter,
  listSealFindings,
} from '@chuma/db/queries/books/verify-ledger'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Deps } from '../../deps.ts'
import { stopQueue } from '../../payouts/queue/queue.ts'
import { listOpenRails } from '../../payouts/rails.ts'
import { verifyJournal } from '../journal/verify-journal.ts'
import { verifyRoot } from '../roots/root.ts'
import { verifyLedger } from '../verify-ledger.ts'
import { sealBooks } from './seal-books.ts'
import { digestEntry, macOf, requireSealKey, type SealKeys } from './seal-keys.ts'

type Checking = Pick<Deps, 'db' | 'sealKeys' | 'payouts'>
type Findings = LedgerReport['findings']

/** Of a damaged table, enough to understand it. */
const MAX_KEPT = 100

/** Job, every minute: seal what is new. Something that does not fit stops payouts. */
export async function sealAndReport(deps: Checking): Promise<Findings> {
  const findings = await sealBooks(deps)
  if (findings.length > 0) {
    await deps.db.transaction().execute(async (trx) => {
      const kept = findings.slice(0, MAX_KEPT)
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
  const findings = (report?.findings ?? []).slice(0, MAX_KEPT)
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

const MAX_ATTEMPTS = 100

/**
 * Verify the ledger and the audit log against themselves and against their seals, which a superuser of the database cannot
 * make; and against roots that left the database earlier. What was just written is sealed first.
 * @param roots documents, as they were published
 * @throws MissingSealKeyError when this process lacks a key that sealed something
 */
export async function verifyBooks(deps: Pick<Deps, 'db' | 'sealKeys'>, roots: readonly string[] = []) {
  const unsealed = await sealBooks(deps)
  const ledger = await verifyLedger(deps)
  const findings = [
    ...unsealed,
    ...ledger.findings,
    ...(await verifySealChain(deps)),
    ...(await verifyEntries(deps)),
    ...(await verifyTotals(deps.db, { isFull: true })),
    ...(await listAttemptFindings(deps.db, MAX_ATTEMPTS)),
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
export async function verifyNewBooks(deps: Pick<Deps, 'db' | 'sealKeys'>, after: number) {
  return [
    ...(await sealBooks(deps)),
    ...(await verifySealChain(deps, after)),
    ...(await verifyHeads(deps.db, after)),
    ...(await verifyEntries(deps, after)),
    ...(await verifyTotals(deps.db, { isFull: false })),
    ...(await verifyJournal(deps.db, { isFull: false })),
  ]
}

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
async function verifySealChain({ db, sealKeys }: Verifying, after = 0): Promise<Finding[]> {
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
async function verifyHeads(db: Db, after: number): Promise<Finding[]> {
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
async function verifyEntries({ db, sealKeys }: Verifying, afterSeal = 0): Promise<Finding[]> {
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

/** Compare the sum of all wallets with the seals and, if `isFull`, all postings. */
function verifyTotals(db: Db, { isFull }: { isFull: boolean }): Promise<Finding[]> {
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
        ...differs('the seals say', sealed),
        ...(isFull ? differs('all postings add up to', totals.postedPoints) : []),
      ]
    })
}
