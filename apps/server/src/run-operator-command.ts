import { ForeignSchemaError } from '@chuma/db/migrate'
import { explainForeignSchema, explainFullDisk } from './open-database.ts'
import { OperatorError } from './operator/run-command.ts'
import { announceProgress } from './progress.ts'

/** Run a command and end the process on failure. Errors the operator can fix are printed without a stack. */
export async function runOperatorCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    announceProgress('failed')
    process.stderr.write(`${explain(error)}\n`)
    process.exit(1)
  }
}

function explain(error: unknown): string | undefined {
  if (error instanceof ForeignSchemaError) return explainForeignSchema(error)
  if (error instanceof OperatorError) return error.message
  const full = explainFullDisk(error)
  if (full) return full
  return error instanceof Error ? error.stack : String(error)
}
