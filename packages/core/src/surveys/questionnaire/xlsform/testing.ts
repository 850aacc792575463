import { openWorkbook, STYLE, toNumber, toText, writeRow } from '../../results/files/workbook.ts'

type FormCell = string | number
/** A sheet as rows of cells, its head first. Numbers are stored as numbers. */
export type FormSheets = Readonly<Record<string, readonly (readonly FormCell[])[]>>

/** A workbook with these sheets, in base64. */
export function givenXlsform(sheets: FormSheets): string {
  const book = openWorkbook(Object.keys(sheets))
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = book.openSheet(name, { freezes: 'head' })
    const cell = (value: FormCell) =>
      typeof value === 'number' ? toNumber(value, STYLE.plain) : toText(value)
    sheet.push(
      rows
        .map((cells, at) =>
          writeRow(
            at + 1,
            cells.map((value) => (value === '' ? null : cell(value))),
          ),
        )
        .join(''),
    )
    sheet.end()
  }
  book.end()
  return book.take().toString('base64')
}

/** The choices of most tests. */
export const CHOICES = [
  ['list_name', 'name', 'label::English (en)', 'label::Swahili (sw)', 'county'],
  ['drinks', 'tea', 'Tea', 'Chai', ''],
  ['drinks', 'milk', 'Milk', 'Maziwa', ''],
  ['drinks', 'none', 'None of these', 'Hakuna', ''],
  ['counties', 'nairobi', 'Nairobi', 'Nairobi', ''],
  ['counties', 'kisumu', 'Kisumu', 'Kisumu', ''],
  ['towns', 'westlands', 'Westlands', 'Westlands', 'nairobi'],
  ['towns', 'karen', 'Karen', 'Karen', 'nairobi'],
  ['towns', 'ahero', 'Ahero', 'Ahero', 'kisumu'],
  ['agree', 1, 'Agree', 'Nakubali', ''],
  ['agree', 2, 'Disagree', 'Sikubali', ''],
] as const
