import { createDb } from '@chuma/db/client'
import { findDatabase, migrateAsOwner } from './open-database.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** Bring the database up to date, as its owner, and end. Processes with MIGRATE=off wait for it. */
await runOperatorCommand(async () => {
  const database = await findDatabase({ mayCreate: true })
  const db = createDb(database.ownerUrl, { max: 2 })
  try {
    await migrateAsOwner(db, database)
    process.stdout.write('The database is up to date.\n')
  } finally {
    await db.destroy()
    await database.close()
  }
})
