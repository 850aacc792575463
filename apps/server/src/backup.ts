import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { writeBackup } from '@chuma/db/backup/write-backup'
import { createDb } from '@chuma/db/client'
import { loadBackupKeys } from './load-secrets.ts'
import { findDatabase } from './open-database.ts'
import { OperatorError, readOperatorEnv } from './operator/run-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** `npm run backup [-- FILE]`: one consistent snapshot in one encrypted file. The server may keep running. */
await runOperatorCommand(async () => {
  const [given, ...more] = process.argv.slice(2)
  if (more.length > 0 || given?.startsWith('-')) throw new OperatorError('npm run backup [-- FILE]')
  const file = path.resolve(given ?? path.join('backups', nameOf(new Date())))
  if (existsSync(file)) throw new OperatorError(`${file} is there already, and no backup is ever replaced`)
  mkdirSync(path.dirname(file), { recursive: true })
  const database = await findDatabase({ mayCreate: false })
  try {
    const [key] = await loadKeys(database.ownerUrl)
    const { rows, sha256 } = await writeBackup(database.ownerUrl, file, key)
    process.stdout.write(
      `${file}: ${rows.toLocaleString('en')} rows, digest ${sha256}, encrypted with the key ${key.id}. Without that key it cannot be restored: keep a copy of it elsewhere.\n`,
    )
  } finally {
    await database.close()
  }
})

async function loadKeys(url: string) {
  const db = createDb(url, { max: 2 })
  try {
    return await loadBackupKeys(readOperatorEnv(), db)
  } finally {
    await db.destroy()
  }
}

/** `chuma-20261121-140500.backup`, in UTC. */
function nameOf(now: Date): string {
  const [day = '', time = ''] = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
  return `chuma-${day}-${time}.backup`
}
