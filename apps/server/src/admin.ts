import path from 'node:path'
import { describeFailure } from '@chuma/api/language/words'
import { AppError } from '@chuma/core/app-error'
import { createDb } from '@chuma/db/client'
import { findRunningEmbedded } from '@chuma/db/embedded'
import { embeddedRoles, migrateAsOwner, readDatabaseRoles } from './open-database.ts'
import { OperatorError, readCommand, readOperatorEnv, runCommand } from './operator/run-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** A new installation has no account: the first one is created here, on the server, or with a link that is printed here. */
await runOperatorCommand(async () => {
  const command = readCommand()
  const env = readOperatorEnv()
  const roles = readDatabaseRoles(env) ?? findEmbeddedRoles(env.DATA_DIR)
  if (!roles)
    throw new OperatorError('DATABASE_URL: needed here, unless the server runs with its embedded database')
  const db = createDb(roles.ownerUrl, { max: 2 })
  try {
    await migrateAsOwner(db, roles)
    process.stdout.write(`${await runCommand(db, command, env.publicUrl).catch(explain)}\n`)
  } finally {
    await db.destroy()
  }
})

function findEmbeddedRoles(dataDir: string) {
  const running = findRunningEmbedded(path.resolve(dataDir))
  return running === undefined ? undefined : embeddedRoles(running)
}

function explain(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  const { message, fieldErrors } = describeFailure('en', error.failure)
  throw new OperatorError(Object.values(fieldErrors ?? {}).join('\n') || message)
}
