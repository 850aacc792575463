import { MOST_PAYMENT_ROWS } from '@chuma/contract/manual-payments'
import { CsvError, parse } from 'csv-parse/sync'
import { invalidField } from '../app-error.ts'

export type PaymentRow = {
  line: number
  id: string
  reference: string
  /** As it was written; undefined where the file has no such column. */
  amount: string | undefined
}

const ID = ['withdrawal id', 'id']
const REFERENCE = ['reference', 'receipt']
const AMOUNT = ['amount kes', 'amount']

/**
 * Reads a table with a head, as our own file or a spreadsheet's: commas or semicolons, with or without a mark of its
 * encoding. What it says is not judged here.
 * @throws AppError INVALID_INPUT for what is no such table, or has more rows than one request pays
 */
export function readPaymentsCsv(csv: string): PaymentRow[] {
  const [head, ...rows] = parseTable(csv)
  const names = head?.record.map((name) => name.trim().toLowerCase()) ?? []
  const find = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const [id, reference, amount] = [find(ID), find(REFERENCE), find(AMOUNT)]
  if (id < 0 || reference < 0) {
    throw invalidField('csv', 'The first line has to name the columns Withdrawal ID and Reference')
  }
  if (rows.length > MOST_PAYMENT_ROWS) {
    throw invalidField('csv', `At most ${MOST_PAYMENT_ROWS} rows at a time`)
  }
  return rows.map(({ record, info }) => ({
    line: info.lines,
    id: clean(record[id]).toLowerCase(),
    reference: clean(record[reference]),
    amount: amount < 0 ? undefined : clean(record[amount]),
  }))
}

type Row = { record: string[]; info: { lines: number } }

function parseTable(csv: string): Row[] {
  try {
    return parse(csv, {
      bom: true,
      delimiter: findDelimiter(csv),
      info: true,
      // A row with more cells than the head has one too many somewhere, and which reference is whose is a guess.
      relax_column_count_less: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One more than is allowed, and the head.
      to: MOST_PAYMENT_ROWS + 2,
    }) as unknown as Row[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField('csv', `This is no table that can be read: ${error.message.slice(0, 200)}`)
  }
}

/** What stands in the head. An amount may have a comma in it where semicolons part the cells. */
function findDelimiter(csv: string): string {
  const [head = ''] = csv.split('\n', 1)
  return [';', '\t'].find((sign) => head.includes(sign)) ?? ','
}

/** The apostrophe keeps a spreadsheet from running what our own file says as a formula. */
function clean(cell: string | undefined): string {
  return (cell ?? '').trim().replace(/^'(?=[=+\-@])/, '')
}
