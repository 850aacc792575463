import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Manifest, Plugin, Rolldown } from 'vite'

type Built = { root: string; outDir: string }
type Work = (built: Built, context: Rolldown.PluginContext) => Promise<void>

/** Create a plugin step that works on the built files. Steps run one at a time, in plugin order. */
export function afterBuild(name: string, work: Work): Plugin {
  const built: Built = { root: '', outDir: '' }
  return {
    name: `chuma:${name}`,
    apply: 'build',
    configResolved(config) {
      built.root = config.root
      built.outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      handler() {
        // A build that failed wrote no page. Vite says what failed after this.
        return existsSync(resolve(built.outDir, 'index.html')) ? work(built, this) : undefined
      },
    },
  }
}

export type Chunks = { scripts: string[]; styles: string[] }

/** List the chunks of these modules and of the components of these routes, with everything they import. */
export function listChunks(
  manifest: Manifest,
  modules: readonly string[],
  routeIds: readonly string[] = [],
): Chunks {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    chunk.imports?.forEach(visit)
  }
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`${module} is not a chunk`)
    visit(module)
  }
  for (const key of Object.keys(manifest)) {
    if (routeIds.includes(routeIdOf(key) ?? '')) visit(key)
  }
  return { scripts: [...scripts], styles: [...styles] }
}

/** Turn `src/routes/_app/admin_/members.$memberId.tsx?tsr-split=…` into `/_app/admin_/members/$memberId`. */
function routeIdOf(key: string): string | undefined {
  const [, path] = /^src\/routes(\/.*)\.tsx\?tsr-split=.*component/.exec(key) ?? []
  return path?.replaceAll('.', '/').replace(/\/index$/, '/')
}

/** Names with a dot in front are the server's own files. */
const COMPRESSIBLE = /^[^.].*\.(js|css|svg|json|webmanifest|txt)$/

/** Compress every asset to `.br` and `.gz` at the best ratio, so that no request pays for compression. */
export function precompress(): Plugin {
  return afterBuild('precompress', async ({ outDir }) => {
    const names = await readdir(outDir, { recursive: true })
    await Promise.all(
      names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(outDir, name))),
    )
  })
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  const [br, gz] = await Promise.all([brotli(bytes), promisify(gzip)(bytes, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Compress at the best quality, which is the default. */
const brotli = promisify<Buffer | string, Buffer>(brotliCompress)

type Budget = {
  /** The first HTML file. */
  page: string
  /** What the page loads on its own: these modules and the components of these routes, with everything they import. */
  modules: string[]
  routes: string[]
  scriptKilobytes: number
  /** Whether the page does without them: only the scripts inside it count. */
  isStatic?: boolean
  /** The largest number of script files. */
  scriptFiles?: number
  /** For the HTML and its style sheets. */
  firstPaintKilobytes?: number
}

/** Measure what opening a page downloads, and fail the build if it exceeds `budgets.json`. Must run after `precompress`. */
export function keepBudgets(): Plugin {
  return afterBuild('keep-budgets', async ({ root, outDir }, context) => {
    const budgets: Record<string, Budget> = JSON.parse(await readFile(join(root, 'budgets.json'), 'utf8'))
    const measured = await Promise.all(
      Object.entries(budgets).map(([name, budget]) => measure(outDir, name, budget)),
    )
    const lines = measured.flat()
    for (const { text } of lines) context.info(text)
    const exceeded = lines.filter(({ isKept }) => !isKept)
    if (exceeded.length > 0) {
      context.error(`More than budgets.json allows: ${exceeded.map(({ text }) => text).join('; ')}`)
    }
  })
}

async function measure(outDir: string, name: string, budget: Budget) {
  const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
  const { scripts } = listChunks(manifest, budget.modules, budget.routes)
  const bytes = budget.isStatic ? await sizeInside(join(outDir, budget.page)) : await sizeOf(outDir, scripts)
  const lines = [compare(`${name}, scripts`, bytes, budget.scriptKilobytes)]
  if (budget.scriptFiles !== undefined) {
    const text = `${name}, scripts: ${scripts.length} of ${budget.scriptFiles} files`
    lines.push({ text, isKept: scripts.length <= budget.scriptFiles })
  }
  if (budget.firstPaintKilobytes !== undefined) {
    const html = await readFile(join(outDir, budget.page), 'utf8')
    const styles = [...html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"/g)].map(
      ([, file]) => file ?? '',
    )
    const bytes = (await brotli(html)).length + (await sizeOf(outDir, styles))
    lines.push(compare(`${name}, page and styles`, bytes, budget.firstPaintKilobytes))
  }
  return lines
}

function compare(what: string, bytes: number, kilobytes: number) {
  const text = `${what}: ${(bytes / 1024).toFixed(1)} of ${kilobytes} KB`
  return { text, isKept: bytes <= kilobytes * 1024 }
}

/** The transfer size of the scripts inside a page, if they were a file of their own. */
async function sizeInside(page: string): Promise<number> {
  const html = await readFile(page, 'utf8')
  const scripts = [...html.matchAll(/<script(?! type="application)[^>]*>(.*?)<\/script>/gs)]
  return (await brotli(scripts.map(([, code]) => code).join(''))).length
}

/** The transfer size of compressed files. */
async function sizeOf(outDir: string, files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(outDir, `${file}.br`))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
