import { saveFile } from '../../ui/actions/download-button.tsx'

export type Chart = {
  title: string
  /** Who answered, and whether they are weighed. */
  note: string
  /** Null: hidden. */
  rows: readonly { label: string; share: number | null }[]
}

/** Colours and fonts of a picture that stands alone: what a style sheet names means nothing outside the page. */
type Paint = Record<'font' | 'fill' | 'track' | 'ink' | 'quiet' | 'paper', string>
/** The width of a text in pixels. */
type Measure = (text: string, font: string) => number

const WIDTH = 960
const EDGE = 32
const LABELS = 300
const SHARES = 64
const BAR = { left: EDGE + LABELS + 16, width: WIDTH - 2 * EDGE - LABELS - SHARES - 32, height: 22 }
const LINE = 20
/** A picture of 2× the size stays sharp in print and on slides. */
const PNG_SCALE = 2

const percent = new Intl.NumberFormat('en-KE', { style: 'percent', maximumFractionDigits: 0 })

/** Draw the shares of one question as an SVG that needs nothing else. */
export function drawChart({ title, note, rows }: Chart, paint: Paint, measure: Measure): Picture {
  const { font, fill, track, ink, quiet, paper } = paint
  const parts: string[] = []
  let top = EDGE
  const write = (text: string, { x = EDGE, y = 0, size = 15, weight = 400, color = ink, anchor = 'start' }) =>
    parts.push(
      `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}" text-anchor="${anchor}">${toXml(text)}</text>`,
    )
  for (const line of wrap(title, WIDTH - 2 * EDGE, (text) => measure(text, `600 22px ${font}`))) {
    write(line, { y: top + 22, size: 22, weight: 600 })
    top += 30
  }
  top += 16
  for (const { label, share } of rows) {
    const lines = wrap(label, LABELS, (text) => measure(text, `400 15px ${font}`))
    const height = Math.max(BAR.height, lines.length * LINE)
    for (const [at, line] of lines.entries()) write(line, { y: top + 16 + at * LINE })
    const bar = (width: number, color: string) =>
      `<rect x="${BAR.left}" y="${top}" width="${width}" height="${BAR.height}" rx="3" fill="${color}"/>`
    parts.push(bar(BAR.width, track), bar((share ?? 0) * BAR.width, fill))
    write(share === null ? '–' : percent.format(share), {
      x: WIDTH - EDGE,
      y: top + 16,
      weight: 600,
      anchor: 'end',
    })
    top += height + 12
  }
  for (const line of wrap(note, WIDTH - 2 * EDGE, (text) => measure(text, `400 14px ${font}`))) {
    write(line, { y: top + 20, size: 14, color: quiet })
    top += LINE
  }
  const height = top + EDGE
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${toXml(font)}"><title>${toXml(title)}</title><rect width="${WIDTH}" height="${height}" fill="${paper}"/>${parts.join('')}</svg>`
  return { svg, width: WIDTH, height }
}

type Picture = { svg: string; width: number; height: number }

/** What XML cannot contain is left out. */
const toXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** Break a text into lines between words; a longer word keeps its line. */
function wrap(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && measure(`${last} ${word}`) <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Save a chart as a file of the format. It is light on every screen: it goes on paper and slides. */
export async function saveChart(chart: Chart, { name, format }: { name: string; format: 'svg' | 'png' }) {
  const styles = getComputedStyle(document.documentElement)
  const read = (variable: string) => styles.getPropertyValue(variable).trim()
  const paint: Paint = {
    font: read('--mantine-font-family'),
    fill: read('--mantine-color-leaf-6'),
    track: read('--mantine-color-gray-2'),
    ink: read('--mantine-color-gray-9'),
    quiet: read('--mantine-color-gray-7'),
    paper: read('--mantine-color-white'),
  }
  const context = document.createElement('canvas').getContext('2d')
  const picture = drawChart(chart, paint, (text, font) => {
    if (!context) return 0
    context.font = font
    return context.measureText(text).width
  })
  const file = format === 'svg' ? new Blob([picture.svg], { type: 'image/svg+xml' }) : await toPng(picture)
  saveFile(`${name}.${format}`, file)
}

async function toPng({ svg, width, height }: Picture): Promise<Blob> {
  const image = new Image(width * PNG_SCALE, height * PNG_SCALE)
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width
  canvas.height = image.height
  canvas.getContext('2d')?.drawImage(image, 0, 0, image.width, image.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas has no picture'))),
      'image/png',
    ),
  )
}
