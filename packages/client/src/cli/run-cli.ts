import { CommanderError } from '@commander-js/extra-typings'
import { addApprovalCommands } from './commands/add-approval-commands.ts'
import { addBooksCommands } from './commands/add-books-commands.ts'
import { addCatalogueCommands } from './commands/add-catalogue-commands.ts'
import { addCompletionCommands } from './commands/add-completion-commands.ts'
import { addDebtCommands } from './commands/add-debt-commands.ts'
import { addFollowCommand } from './commands/add-follow-command.ts'
import { addLedgerCommands } from './commands/add-ledger-commands.ts'
import { addPremiumCommands } from './commands/add-premium-commands.ts'
import { addReceivablesCommands } from './commands/add-receivables-commands.ts'
import { addResultsCommands } from './commands/add-results-commands.ts'
import { addSignInCommands } from './commands/add-sign-in-commands.ts'
import { addTaxCommands } from './commands/add-tax-commands.ts'
import { addWebhookCommands } from './commands/add-webhook-commands.ts'
import { addWithdrawalCommands } from './commands/add-withdrawal-commands.ts'
import { createProgram, type Program } from './create-program.ts'
import { describeFailure } from './describe-failure.ts'
import { EXIT, type ExitCode } from './stop-with.ts'
import type { Terminal } from './terminal.ts'

/** Run a command with `argv` (without the program's name). Never throws; returns the exit code. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    await buildProgram(terminal).parseAsync([...argv], { from: 'user' })
    return EXIT.done
  } catch (error) {
    // Help and version end like this too. Commander has printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    const { exitCode, lines } = describeFailure(error, terminal)
    terminal.stderr.write(`${lines.join('\n')}\n`)
    return exitCode
  }
}

/** Create all commands, acting on `terminal`. */
function buildProgram(terminal: Terminal): Program {
  const program = createProgram(terminal)
  addSignInCommands(program, terminal)
  addWithdrawalCommands(program, terminal)
  addApprovalCommands(program, terminal)
  addDebtCommands(program, terminal)
  addBooksCommands(program, terminal)
  addReceivablesCommands(program, terminal)
  addTaxCommands(program, terminal)
  addCatalogueCommands(program, terminal)
  addResultsCommands(program, terminal)
  addLedgerCommands(program, terminal)
  addPremiumCommands(program, terminal)
  addFollowCommand(program, terminal)
  addWebhookCommands(program, terminal)
  addCompletionCommands(program, terminal)
  return program
}
