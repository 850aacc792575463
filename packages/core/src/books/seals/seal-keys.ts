import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import type { EntryText, Seal, SealedEntry, SealedHead } from '@chuma/db/queries/books/seals'

/** Digest the parts of an entry of the audit log, so that each can be compared after another was erased. */
export function digestEntry(key: SealKey, { entryId, kept, words, address }: EntryText): SealedEntry {
  const digest = (part: string, text: string) => key.mac('audit entry', JSON.stringify([entryId, part, text]))
  return {
    entryId,
    kept: digest('kept', kept),
    words: digest('words', words),
    address: digest('address', address),
  }
}

type Sealed = Omit<Seal, 'mac' | 'keyId'> & {
  heads: readonly SealedHead[]
  lines: readonly SealedEntry[]
}

/** The seal over these rows and, through `previous`, all earlier ones. */
export function macOf(key: SealKey, previous: Buffer | null, { heads, lines, ...seal }: Sealed): Buffer {
  const hex = (bytes: Buffer) => bytes.toString('hex')
  return key.mac(
    'seal',
    JSON.stringify([
      seal.sealId,
      previous ? hex(previous) : '',
      seal.sealedAt.toISOString(),
      seal.sealedThrough.toISOString(),
      key.id,
      seal.postings,
      seal.points,
      seal.entries,
      heads.map(({ memberId, seq, hash }) => [memberId, seq, hex(hash)]),
      lines.map(({ entryId, kept, words, address }) => [entryId, hex(kept), hex(words), hex(address)]),
    ]),
  )
}

const KEY_BYTES = 32

export type SealKey = {
  /** Follows from the key, so that another key can never pass for this one. */
  id: string
  mac: (purpose: string, content: string) => Buffer
  /** Signs what outsiders check: who can check a signature cannot make one. */
  signer: KeyObject
  /** For outsiders, in PEM. */
  publicKey: string
}

/** The first key seals; the others only check what they sealed. Empty: nothing is sealed or checked here. */
export type SealKeys = readonly SealKey[]

/**
 * Read keys from base64, the current one first.
 * @throws Error in one line, without the key
 */
export function readSealKeys(text: string): SealKeys {
  return text.split(',').map((part) => {
    const bytes = Buffer.from(part.trim(), 'base64')
    if (bytes.length !== KEY_BYTES) throw new Error('give 32 random bytes in base64, and commas between keys')
    return createSealKey(bytes)
  })
}

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

function createSealKey(secret: Buffer): SealKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `chuma ${purpose}`, 32))
  const macKey = derive('seal')
  const signer = createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, derive('root')]),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    id: createHash('sha256').update(derive('key id')).digest('hex').slice(0, 12),
    mac: (purpose, content) => createHmac('sha256', macKey).update(`${purpose}\n${content}`).digest(),
    signer,
    publicKey: createPublicKey(signer).export({ format: 'pem', type: 'spki' }).toString(),
  }
}

export const findSealKey = (keys: SealKeys, id: string) => keys.find((key) => key.id === id)

/** The books are sealed with a key that this process was not given. They may be in order; nobody can tell here. */
export class MissingSealKeyError extends Error {
  readonly keyId: string
  constructor(keyId: string) {
    super(
      `SEAL_KEYS: the books are sealed with the key ${keyId}, which is not among them. Nothing is lost: add that key ` +
        'behind the current one',
    )
    this.keyId = keyId
  }
}

/** @throws MissingSealKeyError */
export function requireSealKey(keys: SealKeys, id: string): SealKey {
  const key = findSealKey(keys, id)
  if (!key) throw new MissingSealKeyError(id)
  return key
}

/** Where the daily roots of the books go: outside the database, which they protect. */
export type Roots = {
  /** Keep a root under its day. A repeat with the same document changes nothing; another document is kept beside it. */
  keep: (day: string, document: string) => Promise<void>
}
