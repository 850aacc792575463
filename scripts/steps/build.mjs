import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { reportStep } from './report-step.mjs'
import { npm, root, runQuietly, Stop } from './run-command.mjs'

export const serverEntry = path.join(root, 'apps', 'server', 'dist', 'bin', 'main.js')

const SOURCES = [
  'apps/web',
  'apps/server',
  'packages',
  'package-lock.json',
  'tsconfig.base.json',
  'turbo.json',
]
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'test', '.turbo', '.cache', '.data'])
/** Tests and generated files never change the build's result. */
const SKIPPED_FILES = /\.test\.tsx?$|\.gen\.ts$|\.tsbuildinfo$/

export async function build() {
  const stamp = path.join(root, 'node_modules', '.cache', 'chuma', 'built')
  const sources = hashSources()
  if (existsSync(serverEntry) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  await reportStep('Building', async () => {
    // What `npm run build` does, without the packages' order and cache: the server's folder takes in the built site.
    let { code, output } = await runQuietly(...npm('run', 'build', '-w', '@chuma/web'))
    if (code === 0) ({ code, output } = await runQuietly(...npm('run', 'build', '-w', '@chuma/server')))
    if (code !== 0) throw new Stop(`\n${output.trim()}\n\nThe build failed.`)
  })
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}

function hashSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap((entry) => listFiles(entry)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function listFiles(entry) {
  const absolute = path.join(root, entry)
  if (!existsSync(absolute)) return []
  if (path.extname(entry) === '.json') return [entry]
  return readdirSync(absolute, { withFileTypes: true }).flatMap((item) => {
    const child = path.posix.join(entry, item.name)
    if (item.isDirectory()) return SKIPPED_FOLDERS.has(item.name) ? [] : listFiles(child)
    return item.isFile() && !SKIPPED_FILES.test(item.name) ? [child] : []
  })
}
