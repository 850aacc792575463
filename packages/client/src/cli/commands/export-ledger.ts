import { toCsv } from '@chuma/contract/to-csv'
import type { Activity } from '@chuma/contract/wallet/wallet'
import type { ChumaClient } from '../../create-chuma-client.ts'
import { listAll } from '../../list-all.ts'
import { findMemberId } from '../find-member-id.ts'
import { saveAs } from '../save-as.ts'
import { startProgress } from '../start-progress.ts'
import type { Terminal } from '../terminal.ts'
import { toSafeJson } from '../to-shown-text.ts'

export const LEDGER_FORMATS = ['csv', 'json', 'jsonl'] as const
type Format = (typeof LEDGER_FORMATS)[number]
type Export = { member: string; format: Format; output: string | undefined }

/** Write rows as they arrive, so that any ledger takes the memory of one page. */
export async function exportLedger(
  terminal: Terminal,
  client: ChumaClient,
  { member, format, output }: Export,
): Promise<void> {
  const memberId = await findMemberId(client, member)
  const rows = listAll(
    client.admin.listMemberActivity,
    { memberId },
    { signal: terminal.interrupted, next: ({ id }) => ({ before: id }) },
  )
  const { begin, row, between, end } = FORMATS[format]
  await saveAs(terminal, output, async (write) => {
    const progress = startProgress(terminal, 'Movements:')
    try {
      await write(begin)
      let isFirst = true
      for await (const movement of rows) {
        await write(`${isFirst ? '' : between}${row(movement)}`)
        isFirst = false
        progress.advance(1)
      }
      await write(end)
    } finally {
      progress.stop()
    }
  })
}

const HEAD = [
  'Time (UTC)',
  'Kind',
  'Description',
  'Points',
  'Held points',
  'State',
  'Available at (UTC)',
  'Cause',
  'Reason',
  'ID',
]
const CSV_HEAD = toCsv(HEAD, [])

const FORMATS: Record<
  Format,
  { begin: string; row: (movement: Activity) => string; between: string; end: string }
> = {
  csv: {
    begin: CSV_HEAD,
    row: (movement) => toCsv(HEAD, [toCells(movement)]).slice(CSV_HEAD.length),
    between: '',
    end: '',
  },
  json: { begin: '[', row: (movement) => `\n  ${toSafeJson(movement)}`, between: ',', end: '\n]\n' },
  jsonl: { begin: '', row: (movement) => `${toSafeJson(movement)}\n`, between: '', end: '' },
}

function toCells(row: Activity) {
  return [
    row.createdAt,
    row.kind,
    row.description,
    row.points,
    row.heldPoints,
    row.state,
    row.availableAt,
    row.causeId,
    row.reason,
    row.id,
  ]
}
