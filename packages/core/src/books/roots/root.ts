import { createHash, sign, verify } from 'node:crypto'
import * as z from 'zod'
import type { SealKey, SealKeys } from '../seals/seal-keys.ts'

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
export type RootStatement = z.infer<typeof statement>

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
export type RootDocument = z.infer<typeof rootDocument>

export const digestOf = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex')

type Lists = Required<Pick<RootDocument, 'heads' | 'entries'>>

export function signRoot(
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
export function readRoot(keys: SealKeys, text: string): RootDocument | { problem: string } {
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
export function withoutLists(document: string): Omit<RootDocument, 'heads' | 'entries'> {
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
