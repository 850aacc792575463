import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root, Stop } from './run-command.mjs'

const LAYOUT = /routes\/_(?:app|member)(?:\/route)?\.tsx/

/** The chunks a page fetches at once, besides the entry. Patterns, because a route may move between layouts. */
const PAGES = [
  { name: 'Landing page', chunks: [LAYOUT, /routes\/(?:_\w+[/.])?index\.tsx/] },
  {
    name: 'Signed-in shell',
    chunks: [LAYOUT, /\/app-layout\.tsx/, /routes\/(?:_\w+[/.])?dashboard(?:[/.]index)?\.tsx/],
  },
]

/** What a browser must load before each page can be used: the entry, the page's own chunks, all they import, their styles. */
export function measurePages() {
  const dist = path.join(root, 'apps', 'web', 'dist')
  const manifest = JSON.parse(readFileSync(path.join(dist, '.vite', 'manifest.json'), 'utf8'))
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry)
  return PAGES.map(({ name, chunks }) => {
    const own = chunks.flatMap((pattern) => findChunks(manifest, pattern))
    if (own.length === 0) throw new Stop(`The build has no chunk for: ${name}`)
    const contents = [...filesOf(manifest, [...entries, ...own])].map((file) =>
      readFileSync(path.join(dist, file)),
    )
    const total = (measure) => contents.reduce((sum, content) => sum + measure(content).length, 0)
    return {
      name,
      raw: total((content) => content),
      gzip: total(gzipSync),
      brotli: total(brotliCompressSync),
    }
  })
}

function findChunks(manifest, pattern) {
  return Object.keys(manifest).filter((key) => pattern.test(key) && manifest[key].isDynamicEntry)
}

function filesOf(manifest, keys) {
  const files = new Set()
  const add = (key) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const key of keys) add(key)
  return files
}
