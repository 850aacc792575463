import type { BatchCell, BatchFormat } from '@chuma/contract/payouts/bank-batches'

export type FileRow = {
  line: number
  reference: string
  amountKes: number
  bankName: string
  accountNumber: string
  accountName: string
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Write a bank's file. The same rows always give the same bytes. It has no byte order mark, because banks read it and not
 * spreadsheets.
 */
export function writeBatchFile(format: BatchFormat, day: string, rows: readonly FileRow[]): string {
  const delimiter = DELIMITERS[format.delimiter]
  const lines = rows.map((row) =>
    format.columns.map(({ cell, text }) => toText(format, { cell, text, day, row })),
  )
  const head = format.hasHeader ? [format.columns.map(({ header }) => defuse(header))] : []
  return [...head, ...lines]
    .map((cells) => `${cells.map((text) => quote(text, delimiter)).join(delimiter)}\r\n`)
    .join('')
}

type Cell = { cell: BatchCell; text: string; day: string; row: FileRow }

function toText(format: BatchFormat, { cell, text, day, row }: Cell): string {
  switch (cell) {
    case 'reference':
      return row.reference
    case 'amount':
      return format.amountFormat === 'whole' ? String(row.amountKes) : `${row.amountKes}.00`
    // Exact, with its leading zeros: it has only digits, so no program takes it for a formula.
    case 'account':
      return row.accountNumber
    case 'name':
      return defuse(row.accountName)
    case 'bank':
      return defuse(row.bankName)
    case 'date':
      return writeDate(format.dateFormat, day)
    case 'line':
      return String(row.line)
    case 'constant':
      return defuse(text)
  }
}

/**
 * A text without what a spreadsheet runs as a formula. Unlike in files for spreadsheets, no apostrophe goes in front: the bank would
 * take it for a part of the name.
 */
function defuse(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} .,'&/-]/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replaceAll(/ +/g, ' ')
    .trim()
}

function quote(text: string, delimiter: string): string {
  return text.includes(delimiter) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text
}

function writeDate(format: BatchFormat['dateFormat'], day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = MONTHS[Number(month) - 1] ?? ''
  return format.replace('YYYY', year).replace('MMM', name).replace('MM', month).replace('DD', date)
}
