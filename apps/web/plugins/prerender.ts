import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Manifest, type Plugin } from 'vite'
import type { PageHead } from '../src/ui/page/page-head.ts'
import { afterBuild } from './after-build.ts'
import { announceFiles, CHOOSE_WORDS } from './announce-files.ts'
import { composeHead } from './compose-head.ts'
import { inlineStyles } from './inline-styles.ts'
import { linkFiles } from './link-files.ts'
import { listChunks } from './list-chunks.ts'
import { moveStyles } from './move-styles.ts'
import { startAfterPaint } from './start-after-paint.ts'

/** The pages a visitor can open, and their file names. */
const PAGES = {
  '/': 'index.html',
  '/about': 'about.html',
  '/contact': 'contact.html',
  '/login': 'login.html',
  '/privacy': 'privacy.html',
  '/signup': 'signup.html',
  '/transparency': 'transparency.html',
  '/404': '404.html',
} as const

/** A member's own pages before their data is known: shown while the script loads. */
const MEMBER_PAGES = {
  '/dashboard': 'dashboard.html',
  '/surveys': 'surveys.html',
  '/withdraw': 'withdraw.html',
} as const

const FILES = { ...PAGES, ...MEMBER_PAGES }

/** What the landing page always loads lazily. */
const OF_LANDING = ['src/account/consent/visitor-notice.tsx']

type Rendered = {
  pages: { path: keyof typeof FILES; body: string; head: PageHead; routeIds: string[] }[]
  /** The pattern of every valid address, with its route. */
  routes: Record<string, string>
}

/**
 * Render the public pages into files, so that they can be read before any script runs. `app.html` serves all other
 * pages; `.pages.json` tells the server which file to send.
 */
export function prerender(): Plugin {
  return afterBuild('prerender', async ({ root, outDir }) => {
    const { pages, routes } = await renderPages(root)
    const template = await readFile(join(outDir, 'index.html'), 'utf8')
    const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
    for (const { path, body, head, routeIds } of pages) {
      const isMember = path in MEMBER_PAGES
      const isFramed = path !== '/' && path !== '/404'
      const { body: moved, styles } = moveStyles(body)
      const links = isFramed
        ? announceFiles({ manifest, template, at: path, routeIds, isMember })
        : linkFiles(listChunks(manifest, path === '/' ? OF_LANDING : [], routeIds), template)
      const isHidden = isMember || path === '/404'
      const html = template
        .replace(/<title>.*?<\/title>\s*/, '')
        .replace(/<meta name="description"[^>]*>\s*/, '')
        .replace('</head>', () => `${composeHead({ path, head, links, template, styles, isHidden })}</head>`)
        .replace('<div id="root"></div>', () => markUp(path, moved))
      const whole = await inlineStyles(html, outDir)
      await writeFile(join(outDir, FILES[path]), startAfterPaint(whole, isMember ? 'member' : undefined))
    }
    const noIndex = '<meta name="robots" content="noindex"></head>'
    await writeFile(join(outDir, 'app.html'), template.replace('</head>', noIndex))
    const { '/404': notFound, ...prerendered } = PAGES
    const links = Object.fromEntries(
      Object.entries(routes)
        .filter(([at]) => !(at in FILES))
        .map(([at, id]) => {
          const links = announceFiles({ manifest, template, at, routeIds: [id], isMember: true })
          return [at, [...links, CHOOSE_WORDS].join('')]
        }),
    )
    const site = {
      app: 'app.html',
      notFound,
      prerendered,
      ofMembers: MEMBER_PAGES,
      patterns: Object.keys(routes),
      links,
    }
    await writeFile(join(outDir, '.pages.json'), JSON.stringify(site))
  })
}

function markUp(path: string, body: string): string {
  const name = path === '/404' ? '404' : path
  const reader = path in MEMBER_PAGES ? ' data-for="member"' : ''
  return `<div id="root" data-prerendered="${name}"${reader}>${body}</div>`
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
    workerData: { renderer, visitorPaths: Object.keys(PAGES), memberPaths: Object.keys(MEMBER_PAGES) },
  })
  const [rendered] = await once(worker, 'message')
  return rendered
}
