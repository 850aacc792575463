import { type Cell, type Column, labelOfColumn, numberIn } from './columns.ts'
import type { FileWriter } from './text-files.ts'

/**
 * SPSS system files, as PSPP's "System File Format" describes them: little-endian, UTF-8, compressed by bytes, each row written as it is read.
 */

const MAX_LABEL = 255
const MAX_VALUE_LABEL = 120
/** The widest text that SPSS has, in bytes. */
const MAX_WIDTH = 32_767
/** Wider texts are several variables of 255 bytes. */
const MAX_SEGMENT = 255
const SEGMENT_STEP = 252
const NUMERIC = 5
const STRING = 1
/** The most values of a variable that SPSS can count as missing one by one. */
const MAX_MISSING = 3
/** Days, times and both. */
const MOMENT_FORMATS = {
  date: (39 << 16) | (10 << 8),
  time: (21 << 16) | (5 << 8),
  'date-time': (22 << 16) | (17 << 8),
}
const MEASURES = { nominal: 1, ordinal: 2, scale: 3 } as const

/** A column as SPSS has it. Width 0: a number. */
type Variable = { column: Column; width: number; name: string; segments: Segment[] }
/** What of a text one variable of the file has. `index`: its place among units of 8 bytes, from 1. */
type Segment = { short: string; width: number; index: number }

/** `people`: the number of rows. Some readers take no file that leaves it out. */
type About = { title: string; people: number }

/** Write a system file for SPSS and PSPP: labels, codes with their words, missing values, days, levels of measurement and sets of several choices. */
export function writeSav(columns: readonly Column[], about: About): FileWriter {
  const variables = layOut(columns)
  const compressor = new Compressor()
  return {
    begin: Buffer.concat([
      writeHeader(variables, about),
      ...variables.flatMap(writeVariable),
      ...writeDictionary(variables),
    ]),
    write: (rows) => {
      for (const row of rows) {
        for (const variable of variables) writeCell(compressor, variable, variable.column.read(row))
      }
      return compressor.take()
    },
    end: () => compressor.end(),
  }
}

/** Words of commands, which are no names. */
const RESERVED = new Set(['all', 'and', 'by', 'eq', 'ge', 'gt', 'le', 'lt', 'ne', 'not', 'or', 'to', 'with'])

function layOut(columns: readonly Column[]): Variable[] {
  let [index, count] = [1, 0]
  return columns.map((column) => {
    const isText = column.type === 'id' || (column.type === 'text' && column.codes.length === 0)
    const width = isText ? Math.min(MAX_WIDTH, Math.max(1, column.bytes)) : 0
    const segments = splitWidth(width).map((own): Segment => {
      count += 1
      const segment = { short: `V${String(count).padStart(5, '0')}`, width: own, index }
      index += unitsOf(own)
      return segment
    })
    const name = RESERVED.has(column.name.toLowerCase()) ? `${column.name}_` : column.name
    return { column, width, name, segments }
  })
}

function splitWidth(width: number): number[] {
  if (width <= MAX_SEGMENT) return [width]
  const count = Math.ceil(width / SEGMENT_STEP)
  return Array.from({ length: count }, (_, at) =>
    at < count - 1 ? MAX_SEGMENT : width - (count - 1) * SEGMENT_STEP,
  )
}

const unitsOf = (width: number) => Math.max(1, Math.ceil(width / 8))

function writeHeader(variables: readonly Variable[], { title, people }: About): Buffer {
  const units = variables.reduce(
    (sum, { segments }) => sum + segments.reduce((all, { width }) => all + unitsOf(width), 0),
    0,
  )
  const weight = variables.find(({ column }) => column.name === 'weight')?.segments[0]?.index ?? 0
  return Buffer.concat([
    padded('$FL2', 4),
    padded('@(#) SPSS DATA FILE Chuma', 60),
    int32(2, units, 1, weight, people),
    float64(BIAS),
    // Equal data make equal files, whose hash a client accepts: there is no time of writing.
    padded('01 Jan 26', 9),
    padded('00:00:00', 8),
    padded(cut(title, 64), 64),
    Buffer.alloc(3),
  ])
}

function writeVariable({ column, segments }: Variable): Buffer[] {
  return segments.flatMap(({ short, width }, at) => {
    const label = at === 0 ? Buffer.from(fitLabel(column)) : Buffer.alloc(0)
    const format = formatOf(column, width)
    const missing = column.codes
      .flatMap(({ number, isMissing }) => (isMissing ? number : []))
      .slice(0, MAX_MISSING)
    const continued = Array.from({ length: unitsOf(width) - 1 }, () =>
      Buffer.concat([int32(2, -1, 0, 0, 0, 0), Buffer.alloc(8, ' ')]),
    )
    return [
      int32(2, width, Number(label.length > 0), missing.length, format, format),
      padded(short, 8),
      ...(label.length > 0 ? [int32(label.length), label, Buffer.alloc(-label.length & 3)] : []),
      float64(...missing),
      ...continued,
    ]
  })
}

function formatOf({ type, decimals }: Column, width: number): number {
  if (width > 0) return (STRING << 16) | (width << 8)
  return type === 'date' || type === 'time' || type === 'date-time'
    ? MOMENT_FORMATS[type]
    : (NUMERIC << 16) | ((decimals > 0 ? 12 + decimals : 12) << 8) | decimals
}

/** A label of at most 255 bytes. What tells its column from others stays whole, and the question before it is cut. */
function fitLabel(column: Column): string {
  const label = tidy(labelOfColumn(column))
  if (column.item === null || Buffer.byteLength(label) <= MAX_LABEL) return cut(label, MAX_LABEL)
  const item = cut(tidy(column.item), MAX_LABEL - 60)
  return `${cut(tidy(column.question), MAX_LABEL - Buffer.byteLength(item) - 4).trimEnd()}… ${item}`
}

const tidy = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

/** Cut a text to a number of bytes of UTF-8, at the border of a character as people see it. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  let kept = ''
  let length = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment)
    if (length > bytes) break
    kept += segment
  }
  return kept
}

function writeDictionary(variables: readonly Variable[]): Buffer[] {
  const segments = variables.flatMap((variable) =>
    variable.segments.map((segment) => ({ ...segment, variable })),
  )
  const long = variables.filter(({ segments: own }) => own.length > 1)
  return [
    ...variables.flatMap(writeValueLabels),
    extension(3, 4, int32(1, 0, 0, -1, 1, 1, 2, 65_001)),
    extension(4, 8, float64(-Number.MAX_VALUE, Number.MAX_VALUE, nextAbove(-Number.MAX_VALUE))),
    ...text(7, writeSets(variables)),
    extension(
      11,
      4,
      int32(
        ...segments.flatMap(({ width, variable: { column } }) => [
          MEASURES[column.measure],
          width === 0 ? 8 : Math.min(width, 40),
          width === 0 ? 1 : 0,
        ]),
      ),
    ),
    ...text(13, variables.map(({ name, segments: [first] }) => `${first?.short}=${name}`).join('\t')),
    ...text(
      14,
      long
        .map(({ width, segments: [first] }) => `${first?.short}=${String(width).padStart(5, '0')}\0\t`)
        .join(''),
    ),
    ...text(20, 'UTF-8'),
    int32(999, 0),
  ]
}

function writeValueLabels({ column: { codes }, width, segments: [first] }: Variable): Buffer[] {
  if (codes.length === 0 || width > 0 || !first) return []
  const labels = codes.map(({ number, label }) => {
    const words = Buffer.from(cut(tidy(label), MAX_VALUE_LABEL))
    return Buffer.concat([
      float64(number),
      Buffer.from([words.length]),
      words,
      Buffer.alloc(-(words.length + 1) & 7, ' '),
    ])
  })
  return [int32(3, labels.length), ...labels, int32(4, 1, first.index)]
}

/** Sets of several choices, in which 1 is chosen: `$drinks=D1 1 11 Which drinks V00004 V00005`. */
function writeSets(variables: readonly Variable[]): string {
  const sets = Map.groupBy(variables, ({ column }) => column.set)
  return [...sets]
    .flatMap(([name, own]) => {
      const [first] = own
      if (name === null || !first) return []
      const label = cut(tidy(first.column.question), MAX_LABEL)
      const members = own.map(({ segments: [segment] }) => segment?.short.toLowerCase()).join(' ')
      return [`$${name}=D1 1 ${Buffer.byteLength(label)} ${label} ${members}\n`]
    })
    .join('')
}

function extension(subtype: number, size: number, data: Buffer): Buffer {
  return Buffer.concat([int32(7, subtype, size, data.length / size), data])
}

const text = (subtype: number, content: string): Buffer[] =>
  content === '' ? [] : [extension(subtype, 1, Buffer.from(content))]

/** The day of SPSS is counted in seconds from the first of the Gregorian calendar. */
const EPOCH = Date.UTC(1582, 9, 14)

/** Since midnight, or since the first day. */
function secondsOf(moment: string): number {
  if (!moment.includes('-')) return Date.parse(`1970-01-01T${moment}Z`) / 1000
  return (Date.parse(moment.includes('T') ? `${moment}Z` : moment) - EPOCH) / 1000
}

function writeCell(out: Compressor, { column, width, segments }: Variable, cell: Cell): void {
  if (width > 0) writeText(out, segments, cut(cell === null ? '' : String(cell), width))
  else if (column.type in MOMENT_FORMATS) out.number(cell === null ? null : secondsOf(String(cell)))
  else {
    const value = cell === null ? null : numberIn(column, cell)
    // The answer to an earlier wording has no number.
    out.number(typeof value === 'number' ? value : null)
  }
}

/** Each variable has 255 bytes of the text; only its width counts less. */
function writeText(out: Compressor, segments: readonly Segment[], words: string): void {
  const bytes = Buffer.from(words)
  for (const [at, { width }] of segments.entries()) {
    const own = bytes.subarray(at * MAX_SEGMENT, at * MAX_SEGMENT + width)
    for (let unit = 0; unit < unitsOf(width); unit += 1) out.text(own.subarray(unit * 8, unit * 8 + 8))
  }
}

const BIAS = 100
const [RAW, BLANK, MISSING, END] = [253, 254, 255, 252]
const EMPTY = Buffer.alloc(8, ' ')

/** Writes units of 8 bytes: a byte says what each is, and eight of these stand before the units that they do not say whole. */
class Compressor {
  #codes: number[] = []
  #units: Buffer[] = []
  #blocks: Buffer[] = []

  number(value: number | null): void {
    if (value === null) this.#add(MISSING)
    else if (Number.isInteger(value) && value >= 1 - BIAS && value <= 251 - BIAS && !Object.is(value, -0))
      this.#add(value + BIAS)
    else this.#add(RAW, float64(value))
  }

  text(bytes: Buffer): void {
    const unit = Buffer.alloc(8, ' ')
    bytes.copy(unit)
    if (unit.equals(EMPTY)) this.#add(BLANK)
    else this.#add(RAW, unit)
  }

  #add(code: number, unit?: Buffer): void {
    this.#codes.push(code)
    if (unit) this.#units.push(unit)
    if (this.#codes.length === 8) this.#flush()
  }

  #flush(): void {
    this.#blocks.push(Buffer.from(this.#codes), ...this.#units)
    this.#codes = []
    this.#units = []
  }

  /** The blocks that are complete. */
  take(): Buffer<ArrayBuffer> {
    const taken = Buffer.concat(this.#blocks)
    this.#blocks = []
    return taken
  }

  end(): Buffer<ArrayBuffer> {
    if (this.#codes.length > 0) {
      this.#codes.push(END)
      while (this.#codes.length % 8 > 0) this.#codes.push(0)
      this.#flush()
    }
    return this.take()
  }
}

function int32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeInt32LE(value, at * 4)
  return buffer
}

function float64(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8)
  for (const [at, value] of values.entries()) buffer.writeDoubleLE(value, at * 8)
  return buffer
}

function nextAbove(value: number): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  // Of a negative number the next is nearer to zero.
  view.setBigUint64(0, view.getBigUint64(0) - 1n)
  return view.getFloat64(0)
}

/** A field of a fixed number of bytes. */
function padded(content: string, bytes: number): Buffer {
  const field = Buffer.alloc(bytes, ' ')
  Buffer.from(content).copy(field)
  return field
}
