import { CommanderError } from '@commander-js/extra-typings'
import { buildProgram } from './build-program.ts'
import { describeFailure } from './describe-failure.ts'
import { EXIT, type ExitCode } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** Runs one command, `argv` without the program's own name. Never throws: the answer is how it ends. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    await buildProgram(terminal).parseAsync([...argv], { from: 'user' })
    return EXIT.done
  } catch (error) {
    // Help and the version end so as well. What was wrong it has said itself.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    const { exitCode, lines } = describeFailure(error, terminal)
    terminal.stderr.write(`${lines.join('\n')}\n`)
    return exitCode
  }
}
