import * as z from 'zod'

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
