import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite'
import { afterBuild, listChunks } from './built-files.ts'
import { compileMessages } from './compile-messages.ts'

/** An address of the app shell that nobody opens, so that only the worker finds it among the cached files. */
const SHELL = '/dashboard?kept'

/**
 * Build the service worker with the list of files it caches: `offline` in `budgets.json`, which also limits their size.
 * Must run after prerendering, because it serves those pages' patterns.
 */
export function buildWorker(): Plugin {
  return afterBuild('build-worker', async ({ root, outDir }) => {
    const read = async (name: string) => JSON.parse(await readFile(name, 'utf8'))
    const { offline }: Record<'offline', { modules: string[]; routes: string[] }> = await read(
      join(root, 'budgets.json'),
    )
    const manifest: Manifest = await read(join(outDir, '.vite/manifest.json'))
    const { scripts, styles } = listChunks(manifest, offline.modules, offline.routes)
    const revisionOf = async (name: string) =>
      createHash('sha256')
        .update(await readFile(join(outDir, name)))
        .digest('hex')
        .slice(0, 16)
    const files = [
      { url: SHELL, revision: await revisionOf('app.html') },
      { url: '/favicon.svg', revision: await revisionOf('favicon.svg') },
      // Their names contain a hash of their content.
      ...[...scripts, ...styles].map((file) => ({ url: `/${file}`, revision: null })),
    ]
    const { patterns }: { patterns: string[] } = await read(join(outDir, '.pages.json'))
    const worker = await buildScript(root, 'src/worker/service-worker.ts', {
      __KEPT_FILES__: JSON.stringify(files),
      __PAGES__: JSON.stringify(patterns.filter(isOfMembers).map(toExpression)),
      __SHELL__: JSON.stringify(SHELL),
    })
    await writeFile(join(outDir, 'sw.js'), worker)
  })
}

/** Staff pages never open offline: decisions need current data. */
function isOfMembers(pattern: string): boolean {
  return !pattern.startsWith('/admin')
}

/** The server's patterns; a query may follow. */
function toExpression(pattern: string): string {
  const parts = pattern.split('/').map((part) => (part.startsWith('$') ? '[^/?]+' : part))
  return `^${parts.join('/')}/?(\\?|$)`
}

/** Build the script of a page that does without the application. It is small enough to be part of the page. */
export async function buildOwnScript(root: string, entry: string): Promise<string> {
  // The page's head defines the application.
  const code = await buildScript(root, entry, { __APP__: 'app' })
  if (code.includes('</script')) throw new Error('The pages’ own script cannot be built')
  return code
}

/** Build the code with which the server words its answers on these pages (`site/word-page.ts`). */
export function buildWords(root: string): Promise<string> {
  return buildOne({
    root,
    ssr: { noExternal: true },
    build: { ssr: true, rolldownOptions: { input: join(root, 'src/site/word-page.ts') } },
  })
}

function buildScript(root: string, entry: string, define: Record<string, string>): Promise<string> {
  return buildOne({
    root,
    define,
    build: { rolldownOptions: { input: join(root, entry), output: { format: 'iife' } } },
  })
}

/** Build one file of its own, without the site's plugins, and return its code. */
async function buildOne(config: InlineConfig): Promise<string> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [compileMessages()],
    build: { ...config.build, write: false, target: 'es2022', modulePreload: false },
  })
  const [{ output: [chunk] = [] } = {}] = [built].flat() as { output?: { code?: string }[] }[]
  if (!chunk?.code) throw new Error(`${config.build?.rolldownOptions?.input} cannot be built`)
  return chunk.code
}
