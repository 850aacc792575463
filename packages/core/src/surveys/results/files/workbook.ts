import { Zip, ZipDeflate } from 'fflate'

/** A workbook of Office Open XML (ECMA-376). fflate writes its ZIP as the rows come: see docs/decisions/0093-results.md. */

/** What a cell of Excel and LibreOffice holds, in UTF-16. */
const MAX_CELL = 32_767
/** Equal data make equal files, whose hash a client accepts. */
const WRITTEN = new Date(2026, 0, 1)

/** How cells look: their place in `cellXfs`. */
export const STYLE = {
  plain: 0,
  date: 1,
  head: 2,
  time: 3,
  'date-time': 4,
  percent: 5,
  decimal: 6,
  link: 7,
} as const
type Style = (typeof STYLE)[keyof typeof STYLE]

export type Written = (place: string) => string

const styled = (style: Style) => (style === STYLE.plain ? '' : ` s="${style}"`)
export const toNumber =
  (value: number, style: Style = STYLE.plain): Written =>
  (place) =>
    `<c r="${place}"${styled(style)}><v>${value}</v></c>`
/** Texts are texts: no cell is a formula, and no id a number. */
export const toText =
  (text: string, style: Style = STYLE.plain): Written =>
  (place) =>
    `<c r="${place}"${styled(style)} t="inlineStr"><is><t xml:space="preserve">${toXml(text)}</t></is></c>`

export function writeRow(line: number, cells: readonly (Written | null)[]): string {
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

const encoder = new TextEncoder()

type Sheet = {
  /** `rows`: as `writeRow` wrote them. */
  push: (rows: string) => void
  /** `links`: cells that lead to a place in this workbook. */
  end: (links?: readonly { cell: string; to: string }[]) => void
}

/** `freezes`: the lines or columns that stay while the rest scrolls. */
type View = { freezes: 'head' | 'labels' | 'nothing'; widths?: readonly number[] }

/**
 * Write a workbook piece by piece. Its sheets are written one after the other, in any order; `take` returns what was written since the last time.
 */
export function openWorkbook(sheets: readonly string[]) {
  const pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece)
  })
  for (const [name, content] of Object.entries(describeParts(sheets)))
    addPart(zip, name).push(encoder.encode(content), true)
  return {
    take: () => Buffer.concat(pieces.splice(0)),
    openSheet(name: string, view: View): Sheet {
      const part = addPart(zip, `xl/worksheets/sheet${sheets.indexOf(name) + 1}.xml`)
      part.push(encoder.encode(beginSheet(view)))
      return {
        push: (rows) => part.push(encoder.encode(rows)),
        end: (links = []) => part.push(encoder.encode(endSheet(links)), true),
      }
    },
    end: () => zip.end(),
  }
}

function addPart(zip: Zip, name: string): ZipDeflate {
  const part = new ZipDeflate(name, { level: 4 })
  part.mtime = WRITTEN
  zip.add(part)
  return part
}

const PANES = {
  head: '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  labels: '<pane xSplit="1" topLeftCell="B1" activePane="topRight" state="frozen"/>',
  nothing: '',
}

function beginSheet({ freezes, widths = [] }: View): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const sized = columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${PANES[freezes]}</sheetView></sheetViews>${sized}<sheetData>`
}

function endSheet(links: readonly { cell: string; to: string }[]): string {
  const all = links.map(({ cell, to }) => `<hyperlink ref="${cell}" location="${to}"/>`)
  return `</sheetData>${all.length > 0 ? `<hyperlinks>${all.join('')}</hyperlinks>` : ''}</worksheet>`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const FONTS = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><u/><sz val="11"/><color rgb="FF0563C1"/><name val="Calibri"/></font>',
]
/** In the order of `STYLE`: the format of numbers and the font. 9, 2 and 20 are `0%`, `0.00` and `h:mm` in every program. */
const CELL_STYLES = [
  [0, 0],
  [164, 0],
  [0, 1],
  [20, 0],
  [165, 0],
  [9, 0],
  [2, 0],
  [0, 2],
] as const

/** The parts that every workbook has. */
function describeParts(sheets: readonly string[]): Record<string, string> {
  const all = sheets.map((name, at) => ({ name, id: at + 1 }))
  const parts = all.map(
    ({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${KIND}.worksheet+xml"/>`,
  )
  const named = all.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)
  const related = all.map(
    ({ id }) =>
      `<Relationship Id="rId${id}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  )
  const styles = CELL_STYLES.map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0"${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}/>`,
  )
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/>${parts.join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${named.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><fonts count="${FONTS.length}">${FONTS.join('')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`,
  }
}
