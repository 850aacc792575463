import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import * as z from 'zod'

/**
 * An encrypted backup: eight letters, the key's id, a salt; then frames of a length and a text sealed with AES-256-GCM. A frame's
 * number is its nonce, and the last frame is marked as such, so that a missing, moved or repeated frame does not open. The key
 * is derived from the salt for this one file, so numbers never repeat under a key.
 */
const MAGIC = Buffer.from('chumabk2')
const ID_BYTES = 12
const SALT_BYTES = 32
export const PREFIX_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES

const FRAME_BYTES = 64 * 1024
const TAG_BYTES = 16
/** The highest bit of a frame's length: this is the last one. */
const LAST = 0x8000_0000

export function isEncrypted(beginning: Buffer): boolean {
  return beginning.subarray(0, MAGIC.length).equals(MAGIC)
}

/** Encrypt a stream in frames. */
export async function* encryptChunks(chunks: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const prefix = Buffer.concat([MAGIC, Buffer.from(key.id, 'latin1'), salt])
  const secret = key.derive(salt)
  yield prefix
  let number = 0
  let waiting: Buffer = Buffer.alloc(0)
  const frame = (text: Buffer, isLast: boolean) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(text.length + (isLast ? LAST : 0))
    const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(number))
    cipher.setAAD(Buffer.concat([prefix, length]))
    number += 1
    return Buffer.concat([length, cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    while (waiting.length >= FRAME_BYTES) {
      yield frame(waiting.subarray(0, FRAME_BYTES), false)
      waiting = waiting.subarray(FRAME_BYTES)
    }
  }
  yield frame(waiting, true)
}

/**
 * Decrypt what `encryptChunks` wrote. A caller that reads to the end knows that it is complete and unchanged.
 * @throws BackupError without the key, and for any change
 */
export async function* decryptChunks(
  chunks: AsyncIterable<Buffer>,
  keys: readonly BackupKey[],
): AsyncGenerator<Buffer> {
  const read = createReader(chunks)
  const prefix = await read(PREFIX_BYTES)
  const id = prefix.toString('latin1', MAGIC.length, MAGIC.length + ID_BYTES)
  const key = keys.find((each) => each.id === id)
  if (!key) {
    if (!/^[0-9a-f]+$/.test(id)) throw new BackupError(CHANGED)
    throw new BackupError(
      `the file is encrypted with the key ${id}. Give that key as SECRETS_KEY, or among SECRETS_KEYS_OLD`,
    )
  }
  const secret = key.derive(prefix.subarray(MAGIC.length + ID_BYTES))
  for (let number = 0, isLast = false; !isLast; number++) {
    const length = await read(4)
    isLast = (length.readUInt32BE() & LAST) !== 0
    const size = length.readUInt32BE() & ~LAST
    if (size > FRAME_BYTES) throw new BackupError(CHANGED)
    const sealed = await read(size + TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(number), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.concat([prefix, length])).setAuthTag(sealed.subarray(size))
    const text = decipher.update(sealed.subarray(0, size))
    try {
      decipher.final()
    } catch {
      throw new BackupError(CHANGED)
    }
    yield text
  }
  if ((await read(1, 0)).length > 0)
    throw new BackupError('there is more in the file after the end of the backup')
}

const CHANGED = 'the file was changed or is damaged'

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

/** Take exact numbers of bytes from a stream. At its end at least `least` must be there. */
function createReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]()
  let waiting: Buffer = Buffer.alloc(0)
  return async (size: number, least = size): Promise<Buffer> => {
    while (waiting.length < size) {
      const { value, done } = await source.next()
      if (done) break
      waiting = Buffer.concat([waiting, value])
    }
    if (waiting.length < least) throw new BackupError('the file ends before the backup does')
    const taken = waiting.subarray(0, size)
    waiting = waiting.subarray(size)
    return taken
  }
}

/** A backup that cannot be read or must not be restored. The message is for the operator. */
export class BackupError extends Error {}

/**
 * A backup is gzipped text (in an encrypted file: encrypt-chunks.ts), one item per line: this header; for each table its name and columns, then its rows in the format
 * of PostgreSQL's COPY, ended by `\.`; and the end, with the digest of everything before it.
 */
export const backupHeader = z.object({
  format: z.literal('chuma-backup'),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** PostgreSQL's version, such as `180004`. */
  server: z.int(),
  /** The applied migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
})
export type BackupHeader = z.infer<typeof backupHeader>

export const backupTable = z.object({
  schema: z.enum(['public', 'pgboss']),
  table: z.string(),
  columns: z.array(z.string()).min(1),
})
export type BackupTable = z.infer<typeof backupTable>

export const backupEnd = z.object({
  rows: z.int(),
  /** The last number of each sequence. */
  sequences: z.record(z.string(), z.string()),
  /** SHA-256 of all uncompressed bytes before this line. */
  sha256: z.string(),
})
export type BackupEnd = z.infer<typeof backupEnd>

export const END_OF_TABLE = '\\.'

/** A key that encrypts backups. Every backup has its own, derived with the salt in the file. */
export type BackupKey = { id: string; derive: (salt: Buffer) => Buffer }
