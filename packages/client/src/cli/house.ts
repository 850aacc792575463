import { APPROVAL_STATES } from '@chuma/contract/admin/approval-kinds'
import type { ApprovalRequest } from '@chuma/contract/admin/approvals'
import type { Webhook, WebhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { Option } from '@commander-js/extra-typings'
import { findMemberId, type Program, rowId, wholeNumber } from './command.ts'
import { connect, type Session } from './connect.ts'
import { type Columns, printAnswer, printPage, printRows, showCell } from './print.ts'
import type { Terminal } from './terminal.ts'

export function addApprovalCommands(program: Program, terminal: Terminal): void {
  const approvals = program
    .command('approvals')
    .description('list and decide changes that wait for a second person')

  approvals
    .command('list')
    .description('list them, newest first')
    .addOption(
      new Option('--state <state>', 'only those').choices(APPROVAL_STATES).default('waiting' as const),
    )
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 50)
    .option('--after <id>', 'continue after this row, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma approvals list --json')
    .action(async ({ state, limit, after }, command) => {
      const session = await connect(terminal, command)
      const rows = await session.client.admin.listApprovals.query({ state, limit, after })
      await printPage(session, 'approvals', {
        limit,
        columns: APPROVALS,
        rows,
        empty: 'Nothing.',
        place: 'id',
      })
    })

  addDecisions(approvals, terminal)
}

function addDecisions(approvals: ReturnType<Program['command']>, terminal: Terminal): void {
  type Decision = { approvalId: string; decision: 'approve' | 'refuse'; note: string }
  const decide = async (session: Session, input: Decision) =>
    show(session, await session.client.admin.decideApproval.mutate(input))

  approvals
    .command('approve')
    .description('approve what another person asked for, which does it')
    .argument('<id>', 'the request', rowId)
    .option('--note <words>', 'a note for other staff', '')
    .addHelpText(
      'after',
      `${NEEDS}\n\nExample:\n  chuma approvals approve 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e`,
    )
    .action(async (approvalId, { note }, command) =>
      decide(await connect(terminal, command), { approvalId, decision: 'approve', note }),
    )

  approvals
    .command('refuse')
    .description('refuse what another person asked for')
    .argument('<id>', 'the request', rowId)
    .requiredOption('--reason <words>', 'why; the person who asked reads it')
    .addHelpText('after', NEEDS)
    .action(async (approvalId, { reason: note }, command) =>
      decide(await connect(terminal, command), { approvalId, decision: 'refuse', note }),
    )

  approvals
    .command('withdraw')
    .description('take back what you asked for yourself')
    .argument('<id>', 'the request', rowId)
    .action(async (approvalId, _, command) => {
      const session = await connect(terminal, command)
      await show(session, await session.client.admin.withdrawApproval.mutate({ approvalId }))
    })
}

const NEEDS = '\nOnly a person decides, who logged in less than five minutes ago. API keys do not count.'

function show(session: Session, request: ApprovalRequest): Promise<void> {
  return printRows(session, request, { columns: APPROVALS, rows: [request], empty: '' })
}

const APPROVALS: Columns<ApprovalRequest> = {
  ID: ({ id }) => id,
  ASKED: ({ createdAt }) => new Date(createdAt),
  BY: ({ requestedBy }) => requestedBy,
  WHAT: ({ kind }) => kind,
  ABOUT: ({ subject }) => subject,
  KES: ({ amountKes }) => amountKes ?? '',
  STATE: ({ state }) => state,
  NOTE: ({ note, reason }) => note ?? reason ?? '',
}

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
      const session = await connect(terminal, command)
      const memberId = await findMemberId(session, member)
      const granted = await session.client.admin.grantPremium.mutate({ memberId, months, reason })
      const until = `${showCell(granted.premiumUntil)} (Nairobi)`
      await printAnswer(session, granted, `${showCell(granted.email)} is premium until ${until}`)
    })
}

const STATES = ['pending', 'delivered', 'failed'] as const satisfies WebhookDelivery['state'][]

export function addWebhookCommands(program: Program, terminal: Terminal): void {
  const webhooks = program.command('webhooks').description('list and replay webhook deliveries')

  webhooks
    .command('list')
    .description('list the endpoints')
    .addHelpText('after', '\nExample:\n  chuma webhooks list')
    .action(async (_options, command) => {
      const session = await connect(terminal, command)
      const rows = await session.client.webhooks.listWebhooks.query()
      await printRows(session, { webhooks: rows }, { columns: ENDPOINTS, rows, empty: 'No endpoints.' })
    })

  webhooks
    .command('deliveries')
    .description('list deliveries, newest first')
    .addOption(new Option('--state <state>', 'only those').choices(STATES))
    .option('--endpoint <id>', 'only to this endpoint', rowId)
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 20)
    .option('--after <id>', 'continue after this row, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma webhooks deliveries --state failed')
    .action(async ({ state, endpoint: endpointId, limit, after }, command) => {
      const session = await connect(terminal, command)
      const { listDeliveries } = session.client.webhooks
      const rows = await listDeliveries.query({ state, endpointId, limit, after })
      await printPage(session, 'deliveries', {
        limit,
        columns: DELIVERIES,
        rows,
        empty: 'Nothing was sent.',
        place: 'id',
      })
    })

  webhooks
    .command('replay')
    .description('send one again with the same content')
    .argument('<delivery>', 'id of the delivery', rowId)
    .addHelpText('after', '\nExample:\n  chuma webhooks replay 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e')
    .action(async (id, _options, command) => {
      const session = await connect(terminal, command)
      const delivery = await session.client.webhooks.replayDelivery.mutate({ id })
      await printRows(session, delivery, { columns: DELIVERIES, rows: [delivery], empty: '' })
    })
}

const ENDPOINTS: Columns<Webhook> = {
  ID: ({ id }) => id,
  NAME: ({ name }) => name,
  ADDRESS: ({ url }) => url,
  EVENTS: ({ events }) => events.join(', '),
  STATE: ({ isActive, disabledReason }) => disabledReason ?? (isActive ? 'on' : 'off'),
}

const DELIVERIES: Columns<WebhookDelivery> = {
  ID: ({ id }) => id,
  MADE: ({ createdAt }) => new Date(createdAt),
  ENDPOINT: ({ endpointName }) => endpointName,
  EVENT: ({ type }) => type,
  STATE: ({ state }) => state,
  TRIES: ({ attempts }) => attempts,
  NOTE: ({ lastError, lastStatus }) => lastError ?? lastStatus?.toString() ?? '',
}
