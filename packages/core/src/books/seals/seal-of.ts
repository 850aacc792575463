import type { EntryText, Seal, SealedEntry, SealedHead } from '@chuma/db/queries/books/seals'
import type { SealKey } from './seal-keys.ts'

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
