import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Manifest, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'
import { listChunks } from './list-chunks.ts'

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
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      publicDir: false,
      define: {
        __KEPT_FILES__: JSON.stringify(files),
        __PAGES__: JSON.stringify(patterns.filter(isOfMembers).map(toExpression)),
        __SHELL__: JSON.stringify(SHELL),
      },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: join(root, 'src/worker/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    })
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
