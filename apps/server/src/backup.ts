import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { writeBackup } from '@chuma/db/backup/write-backup'
import { findDatabase } from './find-database.ts'
import { OperatorError } from './operator-error.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** `npm run backup [-- FILE]`: one consistent snapshot in one file. The server may keep running. */
await runOperatorCommand(async () => {
  const [given, ...more] = process.argv.slice(2)
  if (more.length > 0 || given?.startsWith('-')) throw new OperatorError('npm run backup [-- FILE]')
  const file = path.resolve(given ?? path.join('backups', nameOf(new Date())))
  if (existsSync(file)) throw new OperatorError(`${file} is there already, and no backup is ever replaced`)
  mkdirSync(path.dirname(file), { recursive: true })
  const database = await findDatabase({ mayCreate: false })
  try {
    const { rows, sha256 } = await writeBackup(database.ownerUrl, file)
    process.stdout.write(`${file}: ${rows.toLocaleString('en')} rows, digest ${sha256}\n`)
  } finally {
    await database.close()
  }
})

/** `chuma-20261121-140500.backup.gz`, in UTC. */
function nameOf(now: Date): string {
  const [day = '', time = ''] = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
  return `chuma-${day}-${time}.backup.gz`
}
