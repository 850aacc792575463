import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { build, type Manifest, type Plugin, transformWithOxc } from 'vite'
import { afterBuild } from './after-build.ts'
import { listChunks } from './chunks.ts'

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
    await buildFile({
      root,
      outDir,
      entry: 'src/worker/service-worker.ts',
      name: 'sw.js',
      define: {
        __KEPT_FILES__: JSON.stringify(files),
        __PAGES__: JSON.stringify(patterns.filter(isOfMembers).map(toExpression)),
        __SHELL__: JSON.stringify(SHELL),
      },
    })
  })
}

type File = { root: string; outDir: string; entry: string; name: string; define?: Record<string, string> }

/** Build a script that is a file of its own, under a fixed name. */
async function buildFile({ root, outDir, entry, name, define = {} }: File): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, entry), output: { format: 'iife', entryFileNames: name } },
    },
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
  const code = await buildOne(root, entry, { format: 'iife' })
  if (code.includes('</script')) throw new Error('The pages’ own script cannot be built')
  return code
}

/** Build the code with which the server words its answers on these pages (`site/word-page.ts`). */
export function buildWords(root: string): Promise<string> {
  return buildOne(root, 'src/site/word-page.ts', { format: 'es' })
}

async function buildOne(root: string, entry: string, output: { format: 'iife' | 'es' }): Promise<string> {
  const isForServer = output.format === 'es'
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [compileMessages()],
    // The page's head defines it.
    define: { __APP__: 'app' },
    ...(isForServer && { ssr: { noExternal: true } }),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      ssr: isForServer,
      rolldownOptions: { input: join(root, entry), output },
    },
  })
  const [{ output: [chunk] = [] } = {}] = [built].flat() as { output?: { code?: string }[] }[]
  if (!chunk?.code) throw new Error(`${entry} cannot be built`)
  return chunk.code
}

const CATALOGUE = /\/src\/i18n\/messages\/[a-z]+\/[\w-]+\.ts$/

/** Compile the ICU strings of a message file at build time, so that the ICU parser stays out of the browser. */
export function compileMessages(): Plugin {
  return {
    name: 'chuma:compile-messages',
    enforce: 'pre',
    async transform(source, id) {
      const file = id.split('?')[0] ?? id
      if (!CATALOGUE.test(file)) return
      const { code } = await transformWithOxc(source, file)
      // A message file is plain data without imports, so it can be evaluated on its own.
      const exported: Record<string, Record<string, string>> = await import(
        `data:text/javascript,${encodeURIComponent(code)}`
      )
      return { code: Object.entries(exported).map(compileExport).join('\n'), map: null }
    },
  }
}

function compileExport([name, messages]: [string, Record<string, string>]): string {
  const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessageOrThrow(text)])
  return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))}`
}
