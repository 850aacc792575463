import { createHash, sign, verify } from 'node:crypto'
import type { LedgerReport } from '@chuma/contract/admin/admin'
import {
  countMembers,
  findEntryTexts,
  findHeads,
  findLastRoot,
  findLastSeal,
  findRoot,
  findSeal,
  getDatabaseTime,
  getYesterday,
  insertRoot,
  listLastHeads,
  listSealedLines,
} from '@chuma/db/queries/books/seals'
import { insertJob } from '@chuma/db/queries/jobs'
import { tellOfRoot } from '@chuma/db/queries/webhooks/webhooks'
import * as z from 'zod'
import type { Deps } from '../../deps.ts'
import { sealBooks } from '../seals/seal-books.ts'
import { digestEntry, findSealKey, requireSealKey, type SealKey, type SealKeys } from '../seals/seal-keys.ts'

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

async function compareEntries(deps: Verifying, { statement, entries = [] }: RootDocument) {
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

const hex = z.string().regex(/^[0-9a-f]+$/)
const head = z.tuple([z.uuid(), z.int().positive(), hex])
const line = z.tuple([z.int().positive(), hex])

/** What the books were on a day. Its signature covers the digests of the lists beside it. */
const statement = z.strictObject({
  format: z.literal('chuma-books-root-1'),
  site: z.string(),
  day: z.iso.date(),
  at: z.iso.datetime(),
  keyId: hex,
  sealId: z.int(),
  sealMac: hex,
  members: z.int(),
  postings: z.int(),
  points: z.int(),
  entries: z.int(),
  /** Digests of `heads` and `entries` beside it, and of the previous root's statement; empty: there is none. */
  headsDigest: hex,
  entriesDigest: hex,
  previous: z.union([hex, z.literal('')]),
})
type RootStatement = z.infer<typeof statement>

const rootDocument = z.strictObject({
  statement,
  /** Ed25519 over the statement's JSON, in base64. */
  signature: z.base64(),
  publicKey: z.string(),
  /** Members with postings since the previous root: id, number and hash of their last one. The mailed root has no lists. */
  heads: z.array(head).optional(),
  /** Entries of the audit log since the previous root: number and digest. */
  entries: z.array(line).optional(),
})
type RootDocument = z.infer<typeof rootDocument>

const digestOf = (content: unknown) => createHash('sha256').update(JSON.stringify(content)).digest('hex')

type Lists = Required<Pick<RootDocument, 'heads' | 'entries'>>

function signRoot(
  key: SealKey,
  stated: Omit<RootStatement, 'keyId' | 'format' | 'headsDigest' | 'entriesDigest'>,
  { heads, entries }: Lists,
): RootDocument {
  const whole = statement.parse({
    ...stated,
    format: 'chuma-books-root-1',
    keyId: key.id,
    headsDigest: digestOf(heads),
    entriesDigest: digestOf(entries),
  })
  const signature = sign(null, Buffer.from(JSON.stringify(whole)), key.signer).toString('base64')
  return { statement: whole, signature, publicKey: key.publicKey, heads, entries }
}

/** Why a file is no root of this installation, or the root. */
function readRoot(keys: SealKeys, text: string): RootDocument | { problem: string } {
  const parsed = rootDocument.safeParse(parseJson(text))
  if (!parsed.success) return { problem: 'the file is not a root of the books' }
  const root = parsed.data
  const key = keys.find(({ id }) => id === root.statement.keyId)
  if (!key)
    return {
      problem: `the root was signed with the key ${root.statement.keyId}, which SEAL_KEYS does not list`,
    }
  const content = Buffer.from(JSON.stringify(root.statement))
  if (!verify(null, content, key.publicKey, Buffer.from(root.signature, 'base64')))
    return { problem: 'the signature of the root does not fit: someone changed the file' }
  if (
    (root.heads && digestOf(root.heads) !== root.statement.headsDigest) ||
    (root.entries && digestOf(root.entries) !== root.statement.entriesDigest)
  )
    return { problem: 'the lists of the root are not the signed ones: someone changed the file' }
  return root
}

/** The part of a root that fits a mail and a webhook: all that is signed, without the lists. It proves the seals, not each posting. */
function withoutLists(document: string): Omit<RootDocument, 'heads' | 'entries'> {
  const { statement, signature, publicKey } = rootDocument.parse(JSON.parse(document))
  return { statement, signature, publicKey }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Publishing = Pick<Deps, 'db' | 'sealKeys' | 'installation' | 'roots'>

/**
 * Job, after midnight: sign what the books are, and hand it to places outside the database: a folder, a mail and the webhook
 * `books.root`. A repeat on the same day hands out the same root, to the folder alone. Nothing happens without seals.
 */
export async function publishRoot(deps: Publishing): Promise<void> {
  const [key] = deps.sealKeys
  if (!key) return
  await sealBooks(deps)
  const { db } = deps
  const day = await getYesterday(db)
  const last = await findLastRoot(db)
  if (last?.day === day) return deps.roots.keep(day, last.document)
  const seal = await findLastSeal(db)
  if (!seal || !findSealKey(deps.sealKeys, seal.keyId)) return

  const after = last?.sealId ?? 0
  const heads = await listLastHeads(db, after, seal.sealId)
  const entries = await listSealedLines(db, after, seal.sealId)
  const root = signRoot(
    key,
    {
      site: deps.installation.publicUrl,
      day,
      at: (await getDatabaseTime(db)).toISOString(),
      sealId: seal.sealId,
      sealMac: seal.mac.toString('hex'),
      members: await countMembers(db),
      postings: seal.postings,
      points: seal.points,
      entries: seal.entries,
      previous: last ? digestOf((JSON.parse(last.document) as RootDocument).statement) : '',
    },
    {
      heads: heads.map(({ memberId, seq, hash }) => [memberId, seq, hash.toString('hex')]),
      entries: entries.map(({ entryId, kept }) => [entryId, kept.toString('hex')]),
    },
  )
  const document = JSON.stringify(root)
  await db.transaction().execute(async (trx) => {
    await insertRoot(trx, { day, sealId: seal.sealId, document })
    await insertJob(trx, 'send-root', { day })
    await tellOfRoot(trx, day, withoutLists(document))
  })
  await deps.roots.keep(day, document)
}

/** Job: mail a day's root to the support address, where the database's administrators cannot change it. */
export async function sendRoot({ db, mail }: Pick<Deps, 'db' | 'mail'>, { day }: { day: string }) {
  const document = await findRoot(db, day)
  if (document !== undefined) await mail('sendRoot', { day, root: JSON.stringify(withoutLists(document)) })
}
