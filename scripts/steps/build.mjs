import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { explainFailure } from './explain-failure.mjs'
import { reportStep } from './report-step.mjs'
import { bin, root, runQuietly, Stop } from './run-command.mjs'

export const serverEntry = path.join(root, 'apps', 'server', 'dist', 'bin', 'main.js')

const BUILT_MB = 40

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

/** What Node keeps of compiling the server. */
export const compiledFolder = path.join(root, '.cache', 'compiled')

/** How much of the build is done when its output contains this. */
const MARKS = [
  ['modules transformed', 0.4],
  ['built in', 0.6],
  ['keep-budgets', 0.95],
]

export async function build() {
  const stamp = path.join(root, 'node_modules', '.cache', 'chuma', 'built')
  const sources = hashSources()
  if (existsSync(serverEntry) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  let share = 0
  const onOutput = (output) => {
    for (const [mark, reached] of MARKS) if (output.includes(mark)) share = reached
  }
  await reportStep(
    'Building the site and the server',
    () => runBuild(onOutput),
    () => share,
  )
  rmSync(compiledFolder, { recursive: true, force: true })
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, sources)
}

/** What `npm run build` does, without the packages' order and cache: the server's folder takes in the built site. */
async function runBuild(onOutput) {
  const steps = [
    ['web', bin('vite/bin/vite.js', 'build', '--configLoader', 'native')],
    ['server', [process.execPath, ['build.mjs']]],
  ]
  for (const [app, [file, args]] of steps) {
    const folder = path.join(root, 'apps', app)
    const { code, output } = await runQuietly(file, args, { cwd: folder, onOutput })
    if (code === 0) continue
    const known = explainFailure(output, { thing: 'the build', folder, megabytes: BUILT_MB })
    throw new Stop(known ?? `\n${output.trim()}\n\nThe build failed.`)
  }
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
