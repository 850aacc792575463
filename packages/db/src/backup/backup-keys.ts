/** A key that encrypts backups. Every backup has its own, derived with the salt in the file. */
export type BackupKey = { id: string; derive: (salt: Buffer) => Buffer }
