import { existsSync } from 'node:fs'
import path from 'node:path'
import { settleRestored } from '@chuma/core/books/settle-restored'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { createSecrets, MissingKeyError, requireKeys } from '@chuma/core/secrets/secrets'
import { BackupError } from '@chuma/db/backup/encrypt-chunks'
import { replaceDatabase, restoreBackup } from '@chuma/db/backup/restore-backup'
import { createDb } from '@chuma/db/client'
import { listKeyIds } from '@chuma/db/queries/secrets'
import { readSecretsKeys } from './load-secrets.ts'
import { findDatabase } from './open-database.ts'
import { describeSettled, OperatorError, readOperatorEnv } from './operator/run-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/**
 * `npm run restore -- FILE`. Restores into the empty database at DATABASE_URL; or beside the embedded database, which it
 * replaces once it is complete and its ledger adds up. The old one stays under another name.
 */
await runOperatorCommand(async () => {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0 || file.startsWith('-')) throw new OperatorError('npm run restore -- FILE')
  if (!existsSync(file)) throw new OperatorError(`Cannot find ${path.resolve(file)}`)
  const database = await findDatabase({ mayCreate: true })
  try {
    const { ownerUrl, serverRole } = database
    const restore = (url: string) => restoreInto(url, file, serverRole)
    const report = database.isOwn
      ? await replaceDatabase(ownerUrl, restore)
      : { done: await restore(ownerUrl), kept: null }
    process.stdout.write(`${report.done}\n`)
    if (report.kept) process.stdout.write(`The previous database is kept as ${report.kept}.\n`)
  } catch (error) {
    if (error instanceof BackupError || error instanceof MissingKeyError)
      throw new OperatorError(`Not restored: ${error.message}`)
    throw error
  } finally {
    await database.close()
  }
})

async function restoreInto(url: string, file: string, serverRole: string | undefined): Promise<string> {
  const keys = readSecretsKeys(readOperatorEnv())
  const secrets = keys ? createSecrets(keys) : { keyIds: [], backupKeys: [] }
  const { header, end } = await restoreBackup(url, file, { keys: secrets.backupKeys, serverRole })
  const db = createDb(url, { max: 2 })
  try {
    requireKeys(secrets, await listKeyIds(db))
    const { ok, checkedPostings, findings } = await verifyLedger({ db })
    if (!ok) throw new BackupError(`its ledger does not add up: ${JSON.stringify(findings.slice(0, 5))}`)
    const settled = await settleRestored({ db }, header)
    return [
      `Restored ${end.rows.toLocaleString('en')} rows of ${header.createdAt}; ${checkedPostings.toLocaleString('en')} postings add up.`,
      describeSettled(settled),
    ].join('\n')
  } finally {
    await db.destroy()
  }
}
