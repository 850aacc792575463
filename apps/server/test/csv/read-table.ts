/** The cells of an RFC 4180 table as a spreadsheet sees them: unquoted, and nothing else done to them. */
export function readTable(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  const text = csv.replace(/^\ufeff/, '')
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) throw new Error(`no table at ${text.slice(0, 200)}`)
    const [, quoted, plain = '', end] = match
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
