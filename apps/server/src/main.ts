import { readEnv } from './env.ts'
import { OperatorError } from './operator-error.ts'
import { run } from './run.ts'

/** Whatever keeps the process from starting is said in as many lines as there are problems, without a stack. */
try {
  await run(readOperatorEnv())
} catch (error) {
  const message =
    error instanceof OperatorError ? error.message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function readOperatorEnv() {
  try {
    return readEnv()
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error))
  }
}
