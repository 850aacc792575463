import { CommanderError } from '@commander-js/extra-typings'
import { addCatalogueCommands } from './commands/add-catalogue-commands.ts'
import { addCompletionCommands } from './commands/add-completion-commands.ts'
import { addFollowCommand } from './commands/add-follow-command.ts'
import { addLedgerCommands } from './commands/add-ledger-commands.ts'
import { addPremiumCommands } from './commands/add-premium-commands.ts'
import { addSignInCommands } from './commands/add-sign-in-commands.ts'
import { addWebhookCommands } from './commands/add-webhook-commands.ts'
import { addWithdrawalCommands } from './commands/add-withdrawal-commands.ts'
import { createProgram, type Program } from './create-program.ts'
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

/** Every command with its options. What it does when it runs, it does to `terminal`. */
function buildProgram(terminal: Terminal): Program {
  const program = createProgram(terminal)
  addSignInCommands(program, terminal)
  addWithdrawalCommands(program, terminal)
  addCatalogueCommands(program, terminal)
  addLedgerCommands(program, terminal)
  addPremiumCommands(program, terminal)
  addFollowCommand(program, terminal)
  addWebhookCommands(program, terminal)
  addCompletionCommands(program, terminal)
  return program
}
