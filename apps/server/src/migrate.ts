import { createDb } from '@chuma/db/client'
import { migrateToLatest } from '@chuma/db/migrate'
import { findDatabase } from './find-database.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** Bring the database up to date and end. Processes with MIGRATE=off wait for it. */
await runOperatorCommand(async () => {
  const database = await findDatabase({ mayCreate: true })
  const db = createDb(database.url, { max: 2 })
  try {
    await migrateToLatest(db)
    process.stdout.write('The database is up to date.\n')
  } finally {
    await db.destroy()
    await database.close()
  }
})
