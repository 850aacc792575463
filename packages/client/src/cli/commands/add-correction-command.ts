import { CORRECTION_KINDS, RETURN_CAUSES } from '@chuma/contract/payouts/destinations'
import { Option } from '@commander-js/extra-typings'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { rowId } from '../read-option.ts'
import type { Terminal } from '../terminal.ts'
import { askAnother } from './ask-another.ts'

/** Add the command that books what became of money after its end. */
export function addCorrectionCommand(withdrawals: ReturnType<Program['command']>, terminal: Terminal): void {
  withdrawals
    .command('correct')
    .description('ask a second person to book money that came back, arrived late or arrived twice')
    .argument('<id>', 'id of the withdrawal', rowId)
    .addOption(new Option('--kind <kind>', 'what happened').choices(CORRECTION_KINDS).makeOptionMandatory())
    .option('--evidence <words>', 'what proves it; staff read it', '')
    .option('--row <id>', 'the row of a statement that proves it', rowId)
    .addOption(new Option('--cause <cause>', 'why it came back').choices(RETURN_CAUSES))
    .option('--receipt <receipt>', 'of the payment that arrived late or twice')
    .option('--note <words>', 'what happened; the member reads it', '')
    .option('--house-bears', 'the member neither gets the points back nor owes them')
    .addHelpText('after', EXAMPLES)
    .action(async (id, { kind, evidence, row, cause, receipt, note, houseBears }, command) => {
      if (!evidence && !row) command.error('error: give --evidence or --row: what proves it', { exitCode: 2 })
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const correction = { id, kind, evidence, note, isMembers: houseBears !== true }
      await askAnother(terminal, globals, () =>
        client.admin.correctPayout.mutate({
          ...correction,
          ...(cause && { cause }),
          ...(receipt && { receipt }),
          ...(row && { rowId: row }),
        }),
      )
    })
}

const EXAMPLES = `
Example:
  chuma withdrawals correct 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --kind returned --cause bank --note "The bank does not know the account" --evidence "Row 14 of the statement"`
