import { Unzip, UnzipInflate } from 'fflate'
import sax, { type Tag } from 'sax'
import { type AppError, invalidField } from '../../../app-error.ts'
import { createPause } from '../../../in-turns.ts'

/**
 * Reads a workbook of Office Open XML (ECMA-376) as texts. Nothing in it runs: a formula is the value that was saved with it, and macros
 * and links to other files are not opened.
 */

/** `cells` by column, from A on; the row's number is the one that a spreadsheet shows. */
export type Row = { line: number; cells: string[] }
export type Sheet = { name: string; rows: Row[] }
export type Workbook = { sheets: Sheet[]; hasMacros: boolean }

/** What is read of a file, inflated. Ten times the largest public form. */
const MAX_INFLATED_BYTES = 16 * 1024 * 1024
const MAX_ENTRIES = 1000
/** This inflates to 8 MB at most, which is looked at before the next are taken. */
const PIECE_BYTES = 8 * 1024
const MAX_COLUMNS = 256
const MAX_SHEETS = 100

const refuse = (...problem: Parameters<typeof invalidField> extends [string, ...infer Rest] ? Rest : never) =>
  invalidField('xlsx', ...problem)

type Rules = {
  /** How many rows with something in them a sheet of this name may have; undefined: it is not read. */
  mostRows: (sheet: string) => number | undefined
}

/** Read the sheets that are wanted. @throws AppError INVALID_INPUT for anything but a workbook, and for one that is too large */
export async function readWorkbook(file: Uint8Array, { mostRows }: Rules): Promise<Workbook> {
  if (startsWith(file, [0xd0, 0xcf, 0x11, 0xe0])) throw refuse('XLSFORM_OLD_FORMAT')
  if (!startsWith(file, [0x50, 0x4b, 0x03, 0x04])) throw refuse('XLSFORM_NOT_A_WORKBOOK')
  const frame = await readParts(file, (name) => name === WORKBOOK || name === RELATIONS)
  const [workbook, relations] = [frame.parts.get(WORKBOOK), frame.parts.get(RELATIONS)]
  if (!workbook || !relations) throw refuse('XLSFORM_NOT_A_WORKBOOK')
  const targets = await readTargets(relations)
  const wanted = (await readSheetNames(workbook)).flatMap(({ name, id }) => {
    const most = mostRows(name)
    const path = targets.get(id)
    return most === undefined || path === undefined ? [] : [{ name, path, most }]
  })
  const { parts } = await readParts(
    file,
    (name) => name === STRINGS || wanted.some(({ path }) => path === name),
  )
  const strings = await readStrings(parts.get(STRINGS) ?? [])
  const sheets: Sheet[] = []
  for (const { name, path, most } of wanted) {
    sheets.push({ name, rows: await readRows(parts.get(path) ?? [], { strings, most, sheet: name }) })
  }
  return { sheets, hasMacros: frame.names.some((name) => /vbaProject\.bin$/i.test(name)) }
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const STRINGS = 'xl/sharedStrings.xml'

const startsWith = (file: Uint8Array, bytes: readonly number[]) =>
  bytes.every((byte, place) => file[place] === byte)

type Pieces = Uint8Array[]

/** Inflate the wanted parts of a ZIP archive, in pieces. What a header says about sizes is not believed. */
async function readParts(file: Uint8Array, isWanted: (name: string) => boolean) {
  const parts = new Map<string, Pieces>()
  const names: string[] = []
  let inflated = 0
  const unzip = new Unzip((entry) => {
    names.push(entry.name)
    if (names.length > MAX_ENTRIES) throw refuse('XLSFORM_TOO_LARGE')
    // Where two entries have one name, which one counts is a guess.
    if (!isWanted(entry.name) || parts.has(entry.name)) return
    const pieces: Pieces = []
    parts.set(entry.name, pieces)
    entry.ondata = (error, piece) => {
      if (error) throw error
      inflated += piece.length
      if (inflated > MAX_INFLATED_BYTES) throw refuse('XLSFORM_TOO_LARGE')
      pieces.push(piece)
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  const pause = createPause()
  await orUnreadable(async () => {
    for (let start = 0; start < file.length; start += PIECE_BYTES) {
      const end = start + PIECE_BYTES
      unzip.push(file.subarray(start, end), end >= file.length)
      await pause()
    }
  })
  return { parts, names }
}

/** Whatever the archive or its XML stumbles over is one thing for the reader: no workbook. */
async function orUnreadable(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw isRefusal(error) ? error : refuse('XLSFORM_NOT_A_WORKBOOK')
  }
}

const isRefusal = (error: unknown): error is AppError => error instanceof Error && error.name === 'AppError'

type Handlers = {
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void
  onText?: (text: string) => void
  onClose?: (name: string) => void
}

/** Run through XML. Entities of its own, which can grow without end or read other files, are refused with the DOCTYPE. */
async function readXml(pieces: Pieces, { onOpen, onText, onClose }: Handlers): Promise<void> {
  const parser = sax.parser(true, { position: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = () => {
    throw refuse('XLSFORM_NOT_A_WORKBOOK')
  }
  // Without namespaces, attributes are texts.
  parser.onopentag = ({ name, attributes }) => onOpen(local(name), (attributes as Tag['attributes']) ?? {})
  parser.ontext = parser.oncdata = (text) => onText?.(text)
  parser.onclosetag = (name) => onClose?.(local(name))
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pause = createPause()
  await orUnreadable(async () => {
    for (const piece of pieces) {
      for (let start = 0; start < piece.length; start += PIECE_BYTES) {
        parser.write(decoder.decode(piece.subarray(start, start + PIECE_BYTES), { stream: true }))
        await pause()
      }
    }
    parser.write(decoder.decode()).close()
  })
}

async function readSheetNames(pieces: Pieces): Promise<{ name: string; id: string }[]> {
  const found: { name: string; id: string }[] = []
  await readXml(pieces, {
    onOpen: (tag, attributes) => {
      const [, id = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? []
      if (tag === 'sheet' && found.length < MAX_SHEETS) found.push({ name: attributes.name ?? '', id })
    },
  })
  return found
}

/** Where the parts of a workbook are, by the ids that it has for them. */
async function readTargets(pieces: Pieces): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  await readXml(pieces, {
    onOpen: (tag, { Id, Target, TargetMode }) => {
      if (tag !== 'Relationship' || !Id || !Target || TargetMode === 'External') return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return targets
}

/** Texts that cells share. How a text is read aloud (`rPh`) is no part of it. */
async function readStrings(pieces: Pieces): Promise<string[]> {
  const strings: string[] = []
  const inside = { text: false, reading: false }
  let text = ''
  if (pieces.length === 0) return strings
  await readXml(pieces, {
    onOpen: (tag) => {
      if (tag === 'si') text = ''
      if (tag === 't') inside.text = true
      if (tag === 'rPh') inside.reading = true
    },
    onText: (part) => {
      if (inside.text && !inside.reading) text += part
    },
    onClose: (tag) => {
      if (tag === 'si') strings.push(decodeEscapes(text))
      if (tag === 't') inside.text = false
      if (tag === 'rPh') inside.reading = false
    },
  })
  return strings
}

/** Excel writes what XML cannot contain, such as a return, as `_x000D_`. */
const decodeEscapes = (text: string) =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type Reading = { strings: readonly string[]; most: number; sheet: string }
type Cell = { column: number; type: string; text: string }

/** Rows without any text are left out. */
async function readRows(pieces: Pieces, { strings, most, sheet }: Reading): Promise<Row[]> {
  const rows: Row[] = []
  let row: Row = { line: 0, cells: [] }
  let cell: Cell | null = null
  let isValue = false
  const onOpen: Handlers['onOpen'] = (tag, { r, t }) => {
    if (tag === 'row') row = { line: Number(r) || row.line + 1, cells: [] }
    if (tag === 'c')
      cell = { column: r === undefined ? row.cells.length : columnOf(r), type: t ?? 'n', text: '' }
    if (tag === 'v' || tag === 't') isValue = true
  }
  const onClose = (tag: string) => {
    if (tag === 'v' || tag === 't') isValue = false
    if (tag === 'c' && cell && cell.column < MAX_COLUMNS) {
      const text = readCell(cell, strings)
      if (text !== '') row.cells[cell.column] = text
    }
    if (tag !== 'row' || row.cells.length === 0) return
    rows.push({ ...row, cells: Array.from(row.cells, (text = '') => text) })
    if (rows.length > most + 1) throw refuse('XLSFORM_TOO_MANY_ROWS', { sheet, max: most })
  }
  if (pieces.length === 0) return rows
  await readXml(pieces, {
    onOpen,
    onClose,
    onText: (text) => {
      if (isValue && cell) cell.text += text
    },
  })
  return rows
}

/** `B7` is column 1. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]+/.exec(place)?.[0] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** A number as people write it: `1` for 1.0. An error such as `#REF!` is nothing. */
function readCell({ type, text }: Cell, strings: readonly string[]): string {
  if (type === 's') return clean(strings[Number(text)] ?? '')
  if (type === 'e') return ''
  if (type === 'b') return text === '1' ? 'true' : 'false'
  if (type === 'n') return text.trim() === '' || Number.isNaN(Number(text)) ? '' : String(Number(text))
  return clean(decodeEscapes(text))
}

/** Without the spaces around it, and with the straight quotes that expressions need in place of typographic ones. */
const clean = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\u00a0', ' ').trim()
