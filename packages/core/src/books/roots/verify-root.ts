import type { LedgerReport } from '@chuma/contract/admin/admin'
import { findEntryTexts, findHeads } from '@chuma/db/queries/books/roots'
import { findSeal } from '@chuma/db/queries/books/seals'
import type { Deps } from '../../deps.ts'
import { requireSealKey } from '../seals/seal-keys.ts'
import { digestEntry } from '../seals/seal-of.ts'
import { type RootDocument, readRoot } from './root.ts'

type Finding = LedgerReport['findings'][number]
type Verifying = Pick<Deps, 'db' | 'sealKeys'>

const AT_ONCE = 1000

/**
 * Compare the database with a root that left it earlier. Finds what was cut together with its seals, which nothing inside the
 * database reveals.
 */
export async function verifyRoot(deps: Verifying, text: string): Promise<Finding[]> {
  const root = readRoot(deps.sealKeys, text)
  if ('problem' in root) return [{ memberId: null, seq: 0, problem: root.problem }]
  return [
    ...(await compareSeal(deps, root)),
    ...(await compareHeads(deps, root)),
    ...(await compareEntries(deps, root)),
  ]
}

async function compareSeal({ db }: Verifying, { statement }: RootDocument): Promise<Finding[]> {
  const { sealId, sealMac, day, postings, points, entries } = statement
  const seal = await findSeal(db, sealId)
  const say = (problem: string): Finding[] => [{ memberId: null, seq: sealId, problem }]
  if (!seal) return say(`seal ${sealId} is gone, which the root of ${day} names`)
  if (seal.mac.toString('hex') !== sealMac)
    return say(`seal ${sealId} is not the one that the root of ${day} names`)
  const same = seal.postings === postings && seal.points === points && seal.entries === entries
  return same ? [] : say(`the sums of seal ${sealId} are not those of the root of ${day}`)
}

async function compareHeads({ db }: Verifying, { statement, heads = [] }: RootDocument): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let from = 0; from < heads.length; from += AT_ONCE) {
    const part = heads.slice(from, from + AT_ONCE)
    const found = await findHeads(
      db,
      part.map(([memberId, seq]) => ({ memberId, seq })),
    )
    const hashes = new Map(found.map(({ memberId, hash }) => [memberId, hash.toString('hex')]))
    for (const [memberId, seq, hash] of part) {
      if (hashes.get(memberId) === hash) continue
      const what = hashes.has(memberId) ? 'the posting is not the one' : 'the posting is gone'
      findings.push({ memberId, seq, problem: `${what} that the root of ${statement.day} names` })
    }
  }
  return findings
}

async function compareEntries(
  deps: Verifying,
  { statement, entries = [] }: RootDocument,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const part = entries.slice(from, from + AT_ONCE)
    const found = await findEntryTexts(
      deps.db,
      part.map(([entryId]) => entryId),
    )
    const texts = new Map(found.map((text) => [text.entryId, text]))
    for (const [entryId, kept] of part) {
      const text = texts.get(entryId)
      const problem = text ? problemOf(deps, text, kept) : 'was removed'
      if (problem)
        findings.push({
          memberId: null,
          seq: entryId,
          problem: `audit entry ${entryId} ${problem} since the root of ${statement.day}`,
        })
    }
  }
  return findings
}

type FoundText = Awaited<ReturnType<typeof findEntryTexts>>[number]

/** A removed seal takes the key's id with it; then one of the keys has to fit. */
function problemOf({ sealKeys }: Verifying, text: FoundText, kept: string): string | null {
  const keys = text.keyId === null ? sealKeys : [requireSealKey(sealKeys, text.keyId)]
  const fits = keys.some((key) => digestEntry(key, text).kept.toString('hex') === kept)
  return fits ? null : 'was changed'
}
