import { OperatorError } from './operator-error.ts'

/** What only the operator can put right is said in as many lines as there are problems, without a stack. */
export async function runOperatorCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    const message =
      error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)
    process.stderr.write(`${message}\n`)
    process.exit(1)
  }
}
