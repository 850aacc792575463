import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Manifest, type Plugin } from 'vite'
import type { PageHead } from '../src/ui/page-head.ts'
import { afterBuild } from './after-build.ts'
import { composeHead } from './compose-head.ts'
import { listChunks } from './list-chunks.ts'
import { moveStyles } from './move-styles.ts'

/**
 * What a visitor may open, and how its file is called. Everything else is rendered by the browser alone; so are pages that
 * begin with a form: what somebody types before the script is there would be lost to it.
 */
const PAGES = {
  '/': 'index.html',
  '/about': 'about.html',
  '/contact': 'contact.html',
  '/privacy': 'privacy.html',
  '/transparency': 'transparency.html',
  '/404': '404.html',
} as const

type Rendered = {
  pages: { path: keyof typeof PAGES; body: string; head: PageHead; routeIds: string[] }[]
  /** Of all addresses that lead somewhere. */
  patterns: string[]
}

/**
 * Renders the public pages into files of their own, so that they can be read before any script has run. `app.html` is for
 * all others, and `.pages.json` tells the server which is which.
 */
export function prerender(): Plugin {
  return afterBuild('prerender', async ({ root, outDir }) => {
    const { pages, patterns } = await renderPages(root)
    const template = await readFile(join(outDir, 'index.html'), 'utf8')
    const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
    const brand = /name="application-name" content="([^"]*)"/.exec(template)?.[1] ?? ''
    for (const { path, body, head, routeIds } of pages) {
      const isFramed = path !== '/' && path !== '/404'
      const { body: moved, styles } = moveStyles(body)
      const chunks = listChunks(manifest, isFramed ? [LAYOUT] : [], routeIds)
      const html = template
        .replace(/<title>.*?<\/title>\s*/, '')
        .replace(/<meta name="description"[^>]*>\s*/, '')
        .replace('</head>', () => `${composeHead({ path, head, chunks, template, styles })}</head>`)
        .replace('<div id="root"></div>', () => markUp(path, moved))
      await writeFile(join(outDir, PAGES[path]), html.replaceAll('__BRAND__', brand))
    }
    const noIndex = '<meta name="robots" content="noindex"></head>'
    await writeFile(join(outDir, 'app.html'), template.replace('</head>', noIndex))
    const { '/404': notFound, ...prerendered } = PAGES
    const site = { app: 'app.html', notFound, prerendered, patterns }
    await writeFile(join(outDir, '.pages.json'), JSON.stringify(site))
  })
}

const LAYOUT = 'src/app/app-layout.tsx'

function markUp(path: string, body: string): string {
  const name = path === '/404' ? '404' : path
  return `<div id="root" data-prerendered="${name}">${body}</div>`
}

async function renderPages(root: string): Promise<Rendered> {
  const outDir = join(root, 'node_modules/.cache/chuma-prerender')
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'src/entry-server.tsx', outDir, emptyOutDir: true, manifest: false },
  })
  const renderer = pathToFileURL(join(outDir, 'entry-server.js')).href
  const worker = new Worker(join(import.meta.dirname, 'render-pages.mjs'), {
    workerData: { renderer, paths: Object.keys(PAGES) },
  })
  const [rendered] = await once(worker, 'message')
  return rendered
}
