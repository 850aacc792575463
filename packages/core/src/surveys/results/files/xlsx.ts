import { Zip, ZipDeflate } from 'fflate'
import { type Cell, type Column, wordsIn } from './columns.ts'
import type { FileWriter } from './text-files.ts'

/** A workbook of Office Open XML (ECMA-376). fflate writes its ZIP as the rows come: see docs/decisions/0093-results.md. */

/** What a cell of Excel and LibreOffice holds, in UTF-16. */
const MAX_CELL = 32_767
const DATE_STYLE = 1
const HEAD_STYLE = 2
/** Day 0 of a spreadsheet. */
const EPOCH = Date.UTC(1899, 11, 30)
/** Equal data make equal files, whose hash a client accepts. */
const WRITTEN = new Date(2026, 0, 1)

/** Write a workbook: the answers in words, a row for each person, and the codebook. Texts are texts: no cell is a formula, and no id a number. */
export function writeXlsx(columns: readonly Column[]): FileWriter {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  const take = () => Buffer.concat(pieces.splice(0))
  for (const [name, content] of Object.entries(PARTS)) addPart(zip, name).push(encode(content), true)
  const answers = addPart(zip, 'xl/worksheets/sheet1.xml')
  let line = 1
  answers.push(
    encode(
      `${SHEET}${writeRow(
        line,
        columns.map(({ name }) => toText(name, HEAD_STYLE)),
      )}`,
    ),
  )
  return {
    begin: take(),
    write: (rows) => {
      const lines = rows.map((row) => {
        line += 1
        return writeRow(
          line,
          columns.map((column) => writeCell(column, wordsIn(column, column.read(row)))),
        )
      })
      answers.push(encode(lines.join('')))
      return take()
    },
    end: () => {
      answers.push(encode(END_SHEET), true)
      addPart(zip, 'xl/worksheets/sheet2.xml').push(encode(writeCodebook(columns)), true)
      zip.end()
      return take()
    },
  }
}

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)

function addPart(zip: Zip, name: string): ZipDeflate {
  const part = new ZipDeflate(name, { level: 4 })
  part.mtime = WRITTEN
  zip.add(part)
  return part
}

type Written = (place: string) => string

function writeCell({ type }: Column, cell: Cell): Written | null {
  if (cell === null || cell === '') return null
  if (type === 'date') return toNumber((Date.parse(String(cell)) - EPOCH) / 86_400_000, DATE_STYLE)
  return typeof cell === 'number' ? toNumber(cell) : toText(cell)
}

const styled = (style: number) => (style === 0 ? '' : ` s="${style}"`)
const toNumber =
  (value: number, style = 0): Written =>
  (place) =>
    `<c r="${place}"${styled(style)}><v>${value}</v></c>`
const toText =
  (text: string, style = 0): Written =>
  (place) =>
    `<c r="${place}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${toXml(text)}</t></is></c>`

function writeRow(line: number, cells: readonly (Written | null)[]): string {
  return `<row r="${line}">${cells.map((write, at) => write?.(`${letterOf(at)}${line}`) ?? '').join('')}</row>`
}

/** A, B, … Z, AA. */
const letterOf = (at: number): string =>
  at < 26 ? String.fromCharCode(65 + at) : letterOf(Math.floor(at / 26) - 1) + letterOf(at % 26)

/** What XML cannot contain is left out, and what looks like Excel's own escape is escaped. */
function toXml(text: string): string {
  return text
    .slice(0, MAX_CELL)
    .toWellFormed()
    .replaceAll(/_x[0-9a-f]{4}_/gi, (found) => `_x005F${found}`)
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

const CODEBOOK_HEAD = ['variable', 'question', 'item', 'type', 'code', 'number', 'label']

/** List what columns and codes mean: a row for each code of a column. */
export function listCodebook(columns: readonly Column[]): { head: string[]; rows: Cell[][] } {
  const rows = columns.flatMap(({ name, question, item, type, codes, steps }): Cell[][] => {
    const own = [name, question, item, type]
    if (codes.length > 0) return codes.map(({ code, number, label }) => [...own, code, number, label])
    if (steps.length > 0) return steps.map(({ value }) => [...own, value, value, String(value)])
    return [[...own, null, null, null]]
  })
  return { head: CODEBOOK_HEAD, rows }
}

function writeCodebook(columns: readonly Column[]): string {
  const { head, rows } = listCodebook(columns)
  const lines = rows.map((cells, at) =>
    writeRow(
      at + 2,
      cells.map((cell) => (cell === null ? null : typeof cell === 'number' ? toNumber(cell) : toText(cell))),
    ),
  )
  return `${SHEET}${writeRow(
    1,
    head.map((name) => toText(name, HEAD_STYLE)),
  )}${lines.join('')}${END_SHEET}`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const SHEET = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const END_SHEET = '</sheetData></worksheet>'

/** The parts that every workbook has. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${KIND}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Answers" sheetId="1" r:id="rId1"/><sheet name="Codebook" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}
