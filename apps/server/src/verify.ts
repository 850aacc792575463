import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { MissingSealKeyError } from '@chuma/core/books/seals/seal-keys'
import { verifyBooks } from '@chuma/core/books/seals/verify-seals'
import { createDb } from '@chuma/db/client'
import { findDatabase } from './open-database.ts'
import { OperatorError, readOperatorEnv } from './operator/run-command.ts'
import { openSealKeys } from './providers/sealing.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** `npm run verify [-- --root FILE]`: the whole ledger and audit log against their seals, and against a root that left earlier. */
await runOperatorCommand(async () => {
  const roots = readRootFiles()
  const sealKeys = openSealKeys(readOperatorEnv(), {
    warn: (line: unknown) => process.stderr.write(`${line}\n`),
  })
  const database = await findDatabase({ mayCreate: false })
  const db = createDb(database.ownerUrl, { max: 2 })
  try {
    const { checkedPostings, findings } = await verifyBooks({ db, sealKeys }, roots)
    for (const { memberId, seq, problem } of findings)
      process.stdout.write(`${memberId === null ? '' : `member ${memberId}, posting ${seq}: `}${problem}\n`)
    if (findings.length > 0)
      throw new OperatorError(`${findings.length} findings: the books are not in order.`)
    process.stdout.write(
      `${checkedPostings.toLocaleString('en')} postings verified. The books are in order.\n`,
    )
  } catch (error) {
    throw error instanceof MissingSealKeyError ? new OperatorError(error.message) : error
  } finally {
    await db.destroy()
    await database.close()
  }
})

function readRootFiles(): string[] {
  try {
    const { values } = parseArgs({ options: { root: { type: 'string', multiple: true } } })
    return (values.root ?? []).map((file) => readFileSync(file, 'utf8'))
  } catch (error) {
    throw new OperatorError(`npm run verify -- [--root FILE]…\n${(error as Error).message}`)
  }
}
