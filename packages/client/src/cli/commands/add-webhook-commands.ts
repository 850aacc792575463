import type { Webhook, WebhookDelivery } from '@chuma/contract/webhooks/webhooks'
import { Option } from '@commander-js/extra-typings'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { printAnswer, remark } from '../print-answer.ts'
import { printTable } from '../print-table.ts'
import { rowId, wholeNumber } from '../read-option.ts'
import type { Terminal } from '../terminal.ts'

const STATES = ['pending', 'delivered', 'failed'] as const satisfies WebhookDelivery['state'][]

export function addWebhookCommands(program: Program, terminal: Terminal): void {
  const webhooks = program.command('webhooks').description('list and replay webhook deliveries')

  webhooks
    .command('list')
    .description('list the endpoints')
    .addHelpText('after', '\nExample:\n  chuma webhooks list')
    .action(async (_options, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const rows = await client.webhooks.listWebhooks.query()
      await printAnswer(terminal, globals, {
        document: { webhooks: rows },
        show: () => printTable(terminal, ENDPOINTS, { rows, empty: 'No endpoints.' }),
      })
    })

  webhooks
    .command('deliveries')
    .description('list deliveries, newest first')
    .addOption(new Option('--state <state>', 'only those').choices(STATES))
    .option('--endpoint <id>', 'only to this endpoint', rowId)
    .option('--limit <rows>', 'number of rows, 1 to 100', wholeNumber(1, 100), 20)
    .option('--after <id>', 'continue after this row, the last of the previous page', rowId)
    .addHelpText('after', '\nExample:\n  chuma webhooks deliveries --state failed')
    .action(async ({ state, endpoint, limit, after }, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const filter = {
        ...(state && { state }),
        ...(endpoint && { endpointId: endpoint }),
        ...(after && { after }),
      }
      const rows = await client.webhooks.listDeliveries.query({ ...filter, limit })
      const next = (rows.length === limit && rows.at(-1)?.id) || null
      await printAnswer(terminal, globals, {
        document: { deliveries: rows, next },
        show: async () => {
          await printTable(terminal, DELIVERIES, { rows, empty: 'Nothing was sent.' })
          if (next) await remark(terminal, `There may be more: --after ${next}`)
        },
      })
    })

  webhooks
    .command('replay')
    .description('send one again with the same content')
    .argument('<delivery>', 'id of the delivery', rowId)
    .addHelpText('after', '\nExample:\n  chuma webhooks replay 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e')
    .action(async (id, _options, command) => {
      const globals = command.optsWithGlobals()
      const { client } = await connect(terminal, globals)
      const delivery = await client.webhooks.replayDelivery.mutate({ id })
      await printAnswer(terminal, globals, {
        document: delivery,
        show: () => printTable(terminal, DELIVERIES, { rows: [delivery], empty: '' }),
      })
    })
}

const ENDPOINTS = [
  { head: 'ID', cell: ({ id }: Webhook) => id },
  { head: 'NAME', cell: ({ name }: Webhook) => name },
  { head: 'ADDRESS', cell: ({ url }: Webhook) => url },
  { head: 'EVENTS', cell: ({ events }: Webhook) => events.join(', ') },
  {
    head: 'STATE',
    cell: ({ isActive, disabledReason }: Webhook) => disabledReason ?? (isActive ? 'on' : 'off'),
  },
]

const DELIVERIES = [
  { head: 'ID', cell: ({ id }: WebhookDelivery) => id },
  { head: 'MADE', cell: ({ createdAt }: WebhookDelivery) => new Date(createdAt) },
  { head: 'ENDPOINT', cell: ({ endpointName }: WebhookDelivery) => endpointName },
  { head: 'EVENT', cell: ({ type }: WebhookDelivery) => type },
  { head: 'STATE', cell: ({ state }: WebhookDelivery) => state },
  { head: 'TRIES', cell: ({ attempts }: WebhookDelivery) => attempts, isNumber: true },
  {
    head: 'NOTE',
    cell: ({ lastError, lastStatus }: WebhookDelivery) => lastError ?? lastStatus?.toString() ?? '',
  },
]
