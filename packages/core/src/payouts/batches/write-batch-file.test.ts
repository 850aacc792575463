import { batchFormat, EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import { expect, test } from 'vitest'
import { writeBatchFile } from './batches.ts'

const row = {
  line: 1,
  reference: 'B7-1-0A1B2C3D',
  amountKes: 2000,
  bankName: 'Stanbic, Kenya',
  accountNumber: '0100012345',
  accountName: "-2+3|cmd O'Brien",
}

test.each([
  ['Example: EFT', `O'Brien`, '"Stanbic, Kenya",2000.00,27/11/2026,Earnings payout,B7-1-0A1B2C3D\r\n'],
  ['Example: PesaLink', `O'Brien`, ';2000;KES;B7-1-0A1B2C3D\r\n'],
])('%s: the order, constants and formats of its columns', (name, person, end) => {
  const format = EXAMPLE_FORMATS.find((one) => one.name === name)
  expect(batchFormat.safeParse(format).success).toBe(true)
  const file = format ? writeBatchFile(format, '2026-11-27', [row]) : ''
  const line = file.split('\r\n').at(-2) ?? ''
  expect(`${line}\r\n`.endsWith(end)).toBe(true)
  expect(line).toContain('0100012345')
  expect(line).toContain(person)
  // Nothing that a spreadsheet runs, and no mark that a bank would take for a name.
  expect(line.split(/[,;]/).filter((cell) => /^["']?[=+@-]/.test(cell))).toEqual([])
  expect(file.startsWith('\ufeff')).toBe(false)
})

test('a format without our reference, the amount or the account is refused', () => {
  const [format] = EXAMPLE_FORMATS
  for (const cell of ['reference', 'amount', 'account']) {
    const columns = format?.columns.filter((column) => column.cell !== cell)
    expect(batchFormat.safeParse({ ...format, columns }).success).toBe(false)
  }
})
