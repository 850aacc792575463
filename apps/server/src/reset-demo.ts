import { createInterface } from 'node:readline/promises'
import { resetDemo } from './demo-data.ts'
import { readOperatorEnv } from './operator/run-command.ts'
import { runOperatorCommand } from './run-operator-command.ts'

/** `npm start -- --reset-demo`, before the server starts. */
await runOperatorCommand(async () => {
  process.stdout.write(`${await resetDemo(readOperatorEnv(), confirm)}\n`)
})

/** Where nobody can answer, the option itself is the answer. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}
