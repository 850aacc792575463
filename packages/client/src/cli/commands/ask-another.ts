import { isChumaError } from '../../is-chuma-error.ts'
import type { Globals } from '../connect.ts'
import { printAnswer } from '../print-answer.ts'
import type { Terminal } from '../terminal.ts'
import { writeOut } from '../write-out.ts'

/** Make a call that always waits for a second person, and print that it does. */
export async function askAnother(
  terminal: Terminal,
  globals: Globals,
  call: () => Promise<unknown>,
): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!isChumaError(error, 'APPROVAL_PENDING')) throw error
    const { message } = error
    await printAnswer(terminal, globals, {
      document: { state: 'waiting', message },
      show: () => writeOut(terminal.stdout, `${message}\n`),
    })
  }
}
