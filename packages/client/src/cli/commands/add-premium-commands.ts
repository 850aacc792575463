import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { findMemberId } from '../find-member-id.ts'
import { printAnswer } from '../print-answer.ts'
import { showCell } from '../print-table.ts'
import { wholeNumber } from '../read-option.ts'
import type { Terminal } from '../terminal.ts'
import { writeOut } from '../write-out.ts'

export function addPremiumCommands(program: Program, terminal: Terminal): void {
  const premium = program.command('premium').description('grant premium')

  premium
    .command('grant')
    .description('extend a member’s premium')
    .argument('<member>', 'email address or id')
    .requiredOption('--months <months>', 'for how long, 1 to 24', wholeNumber(1, 24))
    .requiredOption('--reason <words>', 'why; it is kept')
    .addHelpText(
      'after',
      '\nExample:\n  chuma premium grant ann@example.com --months 3 --reason "Paid at the office"',
    )
    .action(async (member, { months, reason }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const memberId = await findMemberId(client, member)
      const granted = await client.admin.grantPremium.mutate({ memberId, months, reason })
      await printAnswer(terminal, globals, {
        document: granted,
        show: () =>
          writeOut(
            terminal.stdout,
            `${showCell(granted.email)} is premium until ${showCell(granted.premiumUntil)} (Nairobi)\n`,
          ),
      })
    })
}
