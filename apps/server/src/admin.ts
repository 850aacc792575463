import path from 'node:path'
import { describeFailure } from '@chuma/api/language/words'
import { AppError } from '@chuma/core/app-error'
import { createDb } from '@chuma/db/client'
import { findRunningEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { readCommand } from './operator/read-command.ts'
import { runCommand } from './operator/run-command.ts'
import { OperatorError } from './operator-error.ts'
import { readOperatorEnv } from './read-operator-env.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** A new installation has no account: the first one is created here, on the server, or with a link that is printed here. */
await runOperatorCommand(async () => {
  const command = readCommand()
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR, publicUrl } = readOperatorEnv()
  const url = DATABASE_DIRECT_URL ?? DATABASE_URL ?? findRunningEmbedded(path.resolve(DATA_DIR))
  if (!url)
    throw new OperatorError('DATABASE_URL: needed here, unless the server runs with its embedded database')
  const db = createDb(url, { max: 2 })
  try {
    await migrateToLatest(db)
    process.stdout.write(`${await runCommand(db, command, publicUrl).catch(explain)}\n`)
  } finally {
    await db.destroy()
  }
})

function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { message, fieldErrors } = describeFailure('en', error.failure)
  throw new OperatorError(Object.values(fieldErrors ?? {}).join('\n') || message)
}
