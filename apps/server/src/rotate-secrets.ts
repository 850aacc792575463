import { rotateSecrets } from '@chuma/core/secrets/seal-stored'
import { createDb } from '@chuma/db/client'
import { isMigrated } from '@chuma/db/migrate'
import { findDatabase } from './find-database.ts'
import { loadSecrets } from './load-secrets.ts'
import { OperatorError } from './operator-error.ts'
import { readOperatorEnv } from './read-operator-env.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/**
 * `npm run rotate-secrets`: seal every stored secret with SECRETS_KEY that a key of SECRETS_KEYS_OLD has sealed. The server keeps
 * running; interrupted, the next run continues.
 */
await runOperatorCommand(async () => {
  if (process.argv.length > 2) throw new OperatorError('npm run rotate-secrets')
  const database = await findDatabase({ mayCreate: false })
  const db = createDb(database.ownerUrl, { max: 2 })
  try {
    if (!(await isMigrated(db))) throw new OperatorError('The database is not up to date: npm run migrate')
    const secrets = await loadSecrets(readOperatorEnv(), db)
    const done = await rotateSecrets({ db, secrets }, (count) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${count.toLocaleString('en')} sealed`)
    })
    process.stdout.write(
      `${done.toLocaleString('en')} secrets sealed again. Only the key ${secrets.keyId} is needed now: remove SECRETS_KEYS_OLD.\n`,
    )
  } finally {
    await db.destroy()
    await database.close()
  }
})
