import type { BankMapping } from '@chuma/contract/books/statement-mapping'
import { problem } from '@chuma/contract/problems'
import { invalidField } from '../../app-error.ts'
import { listFirstLines, nameOf, parseRows, splitLine } from './parse-file.ts'
import { findPurpose } from './purposes.ts'
import { findNumberEnd, readCents, readDay, shortenDetails } from './read-cells.ts'
import { type ReadRow, readRow } from './read-row.ts'

const SIGNS = { comma: ',', semicolon: ';', tab: '\t' } as const

/**
 * Read a bank's statement as a mapping says.
 * @throws AppError INVALID_INPUT if the file as a whole cannot be read, or its header lacks a mapped column
 */
export function readBank(csv: string, mapping: BankMapping, timeZone: string): ReadRow[] {
  const delimiter = SIGNS[mapping.delimiter]
  const headerRow = mapping.headerRow
  const names = splitLine(listFirstLines(csv)[headerRow - 1] ?? '', delimiter).map(nameOf)
  const { date, dateFormat, amount, debit, credit, reference, description, balance } = mapping
  const wanted = [date, amount, debit, credit, reference, description, balance].filter((name) => name)
  const missing = wanted.filter((name = '') => !names.includes(nameOf(name))) as string[]
  if (missing.length > 0)
    throw invalidField('csv', 'HEADER_ROW_WITHOUT', { row: headerRow, columns: missing })
  return parseRows(csv, { headerRow, delimiter }).map(({ row, cells }) =>
    readRow(row, cells, (fail) => {
      const cell = (name: string | undefined) => (name ? (cells[names.indexOf(nameOf(name))] ?? '') : '')
      const moment = readDay(cell(date), dateFormat, timeZone)
      if (moment === null) return fail(date, problem('NOT_A_FILE_DAY', { format: dateFormat }))
      const read = amount ? readSigned(cell(amount)) : readSides(cell(debit), cell(credit))
      if (typeof read !== 'number') return fail(amount ?? (read.isDebit ? debit : credit) ?? '', read.problem)
      const text = cell(description)
      return {
        receipt: readReference(cell(reference)),
        linkedReceipt: null,
        purpose: findPurpose({
          status: null,
          amountCents: read,
          text: shortenDetails(text),
          hasLink: false,
        }),
        amountCents: read,
        balanceCents: readCents(cell(balance)),
        numberEnd: findNumberEnd(text),
        details: shortenDetails(text),
        moment,
        momentColumn: date,
      }
    }),
  )
}

/** Banks' references have spaces and signs; what is typed beside a payment is compared without case. */
function readReference(text: string): string | null {
  const reference = text.toUpperCase().replaceAll(/\s+/g, ' ')
  return /^[A-Z0-9][A-Z0-9 /._-]{1,39}$/.test(reference) ? reference : null
}

type Wrong = { isDebit: boolean; problem: ReturnType<typeof problem> }

function readSigned(text: string): number | Wrong {
  const cents = readCents(text)
  if (cents === null) return { isDebit: true, problem: problem('NOT_AN_AMOUNT') }
  return cents === 0 ? { isDebit: true, problem: problem('AMOUNT_IN_NEITHER') } : cents
}

/** Money out may be written with or without a minus. */
function readSides(debit: string, credit: string): number | Wrong {
  const [out, into] = [debit, credit].map((text) => (text === '' || text === '-' ? 0 : readCents(text)))
  if (out === null || out === undefined) return { isDebit: true, problem: problem('NOT_AN_AMOUNT') }
  if (into === null || into === undefined || into < 0) {
    return { isDebit: false, problem: problem('NOT_AN_AMOUNT') }
  }
  if (out !== 0 && into !== 0) return { isDebit: true, problem: problem('AMOUNT_IN_BOTH') }
  if (out === 0 && into === 0) return { isDebit: true, problem: problem('AMOUNT_IN_NEITHER') }
  return out === 0 ? into : -Math.abs(out)
}
