import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { build } from 'vite'

// Runs in its own thread: the timers of the pages' caches would keep the build from ending.
const { root, visitorPaths, memberPaths, swahiliPaths } = workerData
const outDir = join(root, 'node_modules/.cache/chuma-prerender')
await build({
  configFile: join(root, 'vite.config.ts'),
  configLoader: 'native',
  logLevel: 'warn',
  build: { ssr: 'src/entry-server.tsx', outDir, emptyOutDir: true, manifest: false },
})
const { renderPage, listPageRoutes } = await import(pathToFileURL(join(outDir, 'entry-server.js')))
const pages = []
const render = async (path, language, token = null) => {
  pages.push({ path, language, ...(await renderPage(path, { language, token })) })
}
for (const path of visitorPaths) await render(path, 'en')
for (const path of memberPaths) await render(path, 'en', 'a member')
for (const path of swahiliPaths) await render(path, 'sw')
parentPort.postMessage({ pages, routes: listPageRoutes() })
process.exit()
