import { Argument } from '@commander-js/extra-typings'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { wholeNumber } from '../read-option.ts'
import type { Terminal } from '../terminal.ts'
import { follow } from './follow.ts'
import { followAudit } from './follow-audit.ts'
import { followWithdrawals } from './follow-withdrawals.ts'

export function addFollowCommand(program: Program, terminal: Terminal): void {
  program
    .command('follow')
    .description('print new entries as they appear, until ctrl-c')
    .addArgument(
      new Argument('[what]', 'the audit log or new withdrawals')
        .choices(['audit', 'withdrawals'] as const)
        .default('audit' as const),
    )
    .option('--last <rows>', 'first print this many existing ones, 0 to 100', wholeNumber(0, 100), 10)
    .option(
      '--interval <seconds>',
      'how often to poll what the server does not push',
      wholeNumber(1, 3600),
      5,
    )
    .addHelpText('after', EXAMPLES)
    .action(async (what, { last, interval }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const left = new AbortController()
      const ended = AbortSignal.any([terminal.interrupted, left.signal])
      const source = what === 'audit' ? followAudit(client, last) : followWithdrawals(client, last, ended)
      try {
        await follow(terminal, globals, { ...source, intervalMs: interval * 1000 })
      } finally {
        left.abort()
      }
    })
}

const EXAMPLES = `
Continues after a lost connection. With --json every line is a document.

Examples:
  chuma follow
  chuma follow withdrawals --json
  chuma follow audit --last 0 --interval 30`
