import { addCatalogueCommands } from './commands/add-catalogue-commands.ts'
import { addCompletionCommands } from './commands/add-completion-commands.ts'
import { addFollowCommand } from './commands/add-follow-command.ts'
import { addLedgerCommands } from './commands/add-ledger-commands.ts'
import { addPremiumCommands } from './commands/add-premium-commands.ts'
import { addSignInCommands } from './commands/add-sign-in-commands.ts'
import { addWebhookCommands } from './commands/add-webhook-commands.ts'
import { addWithdrawalCommands } from './commands/add-withdrawal-commands.ts'
import { createProgram, type Program } from './create-program.ts'
import type { Terminal } from './terminal.ts'

/** Every command with its options. What it does when it runs, it does to `terminal`. */
export function buildProgram(terminal: Terminal): Program {
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
