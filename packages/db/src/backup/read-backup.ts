import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type * as z from 'zod'
import {
  type BackupEnd,
  BackupError,
  type BackupHeader,
  type BackupTable,
  backupEnd,
  backupHeader,
  backupTable,
  END_OF_TABLE,
} from './backup-format.ts'
import type { BackupKey } from './backup-keys.ts'
import { decryptChunks, isEncrypted, PREFIX_BYTES } from './encrypt-chunks.ts'

export type Part =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: BackupTable }
  /** One row of the preceding table, with its line break, in COPY's text format. */
  | { kind: 'row'; row: Buffer }
  | { kind: 'end'; end: BackupEnd }

/**
 * Read the parts of a backup in order. A caller that reads to the end knows that it is complete and unchanged. Backups of
 * versions that did not encrypt them are read too.
 * @throws BackupError when it is not a backup, is cut short, was changed, or is encrypted with another key
 */
export async function* readBackup(file: string, keys: readonly BackupKey[]): AsyncGenerator<Part, void> {
  const hash = createHash('sha256')
  let at: 'header' | 'sections' | 'rows' | 'end' = 'header'
  for await (const line of readLines(file, keys)) {
    if (at === 'end') throw new BackupError('there is more in the file after the end of the backup')
    if (at === 'rows') {
      hash.update(line)
      if (isEndOfTable(line)) at = 'sections'
      else yield { kind: 'row', row: line }
    } else if (at === 'header') {
      hash.update(line)
      yield { kind: 'header', header: parse(backupHeader, line) }
      at = 'sections'
    } else {
      const section = parse(backupTable.or(backupEnd), line)
      if ('table' in section) {
        hash.update(line)
        yield { kind: 'table', table: section }
        at = 'rows'
      } else {
        checkDigest(hash, section)
        yield { kind: 'end', end: section }
        at = 'end'
      }
    }
  }
  if (at !== 'end') throw new BackupError('the file ends before the backup does')
}

function checkDigest(hash: Hash, { sha256 }: BackupEnd) {
  if (hash.digest('hex') !== sha256) throw new BackupError('the file was changed: its digest differs')
}

function isEndOfTable(line: Buffer): boolean {
  return (
    line.length === END_OF_TABLE.length + 1 && line.toString('latin1', 0, line.length - 1) === END_OF_TABLE
  )
}

function parse<Schema extends z.ZodType>(schema: Schema, line: Buffer): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(line.toString()))
  } catch {
    throw new BackupError('the file is not a backup of this product, or is damaged')
  }
}

const LINE_BREAK = 0x0a

async function* readLines(file: string, keys: readonly BackupKey[]): AsyncGenerator<Buffer> {
  let rest: Buffer[] = []
  for await (const chunk of unpack(file, keys)) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_BREAK, start)
      if (end < 0) break
      const line = chunk.subarray(start, end + 1)
      yield rest.length > 0 ? Buffer.concat([...rest, line]) : line
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) throw new BackupError('the file ends before the backup does')
}

async function* unpack(file: string, keys: readonly BackupKey[]): AsyncGenerator<Buffer> {
  const stored = createReadStream(file)
  const packed = isEncrypted(await readBeginning(file)) ? Readable.from(decryptChunks(stored, keys)) : stored
  const unpacked = createGunzip()
  packed.once('error', (error: Error) => unpacked.destroy(error))
  try {
    yield* packed.pipe(unpacked)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') throw new BackupError('the file ends before the backup does')
    if (code.startsWith('Z_'))
      throw new BackupError('the file is not a backup of this product, or is damaged')
    throw error
  } finally {
    packed.destroy()
    stored.destroy()
  }
}

async function readBeginning(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PREFIX_BYTES))
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
