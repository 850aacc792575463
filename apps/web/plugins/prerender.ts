import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Manifest, Plugin } from 'vite'
import { STATIC_PAGES } from '../src/site/open-places.ts'
import type { PageHead } from '../src/ui/page/status-screens.tsx'
import { buildOwnScript, buildWords } from './build-scripts.ts'
import { afterBuild, listChunks } from './built-files.ts'
import { announceFiles, CHOOSE_WORDS, composeHead, linkFiles, startAfterPaint } from './page-head.ts'
import { inlineStyles, moveStyles } from './styles.ts'

/** The pages a visitor can open, and their file names. */
const PAGES = {
  '/': 'index.html',
  '/about': 'about.html',
  '/contact': 'contact.html',
  '/login': 'login.html',
  '/privacy': 'privacy.html',
  '/signup': 'signup.html',
  '/terms': 'terms.html',
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

/** The landing page has its own frame, without Mantine's styles. */
const OF_LANDING = ['src/site/landing/landing-page.tsx', 'src/account/consent/visitor-notice.tsx']

/** Where a visitor goes from the pages that do without the application: its files are fetched for this page. */
const NEXT = { at: '/signup', routeIds: ['/_app/signup'] }

const LANGUAGES = ['en', 'sw'] as const
type Language = (typeof LANGUAGES)[number]

type Rendered = {
  pages: { path: keyof typeof FILES; language: Language; body: string; head: PageHead; routeIds: string[] }[]
  /** The pattern of every valid address, with its route. */
  routes: Record<string, string>
}

/**
 * Render the public pages into files, so that they can be read before any script runs. `app.html` serves all other
 * pages; `.pages.json` tells the server which file to send.
 */
export function prerender(root: string): Plugin {
  let parts: ReturnType<typeof startParts> | undefined
  const written = afterBuild('prerender', async ({ outDir }) => {
    const [{ pages, routes }, ownScripts, words] = await (parts ?? startParts(root))
    const template = await readFile(join(outDir, 'index.html'), 'utf8')
    const manifest: Manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8'))
    for (const { path, language, body, head, routeIds } of pages) {
      const isMember = path in MEMBER_PAGES
      const isStatic = isStaticPage(path)
      const { body: moved, styles } = moveStyles(body)
      const links =
        path === '/'
          ? linkFiles({ scripts: [], styles: ownStyles(manifest) }, template)
          : announceFiles({ manifest, template, at: path, routeIds, isMember })
      if (isStatic)
        links.push(...announceFiles({ manifest, template, ...NEXT, isMember }).filter(isNewIn(links)))
      const isHidden = isMember || path === '/404'
      const html = template
        .replace('<html lang="en"', `<html lang="${language}"`)
        .replace(/<title>.*?<\/title>\s*/, '')
        .replace(/<meta name="description"[^>]*>\s*/, '')
        .replace(
          '</head>',
          () => `${composeHead({ path, language, head, links, template, styles, isHidden })}</head>`,
        )
        .replace('<div id="root"></div>', () => markUp(path, moved))
      const whole = await inlineStyles(html, outDir, isStatic)
      await writeFile(
        join(outDir, nameFile(path, language)),
        startAfterPaint(whole, {
          reader: isMember ? 'member' : undefined,
          ownScript: ownScripts.get(path),
        }),
      )
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
      inSwahili: Object.fromEntries(STATIC_PAGES.map((path) => [path, nameFile(path, 'sw')])),
      ofMembers: MEMBER_PAGES,
      patterns: Object.keys(routes),
      links,
    }
    await writeFile(join(outDir, '.pages.json'), JSON.stringify(site))
    await writeFile(join(outDir, '.words.mjs'), words)
  })
  // These need the sources alone, so they use the second core while the site is built.
  const buildStart = () => {
    parts = startParts(root)
    // If the site's build fails first, nothing waits for them.
    parts.catch(() => undefined)
  }
  return { ...written, buildStart }
}

function startParts(root: string) {
  return Promise.all([renderPages(root), buildOwnScripts(root), buildWords(root)])
}

/** The contact page has a form besides what moves on every static page. */
async function buildOwnScripts(root: string): Promise<Map<string, string>> {
  const [regular, ofContact] = await Promise.all(
    ['wake-page', 'wake-contact'].map((name) => buildOwnScript(root, `src/site/islands/${name}.ts`)),
  )
  return new Map(STATIC_PAGES.map((path) => [path, (path === '/contact' ? ofContact : regular) ?? '']))
}

/** The landing page's own style sheets. The other files that its scripts share hold Mantine's. */
function ownStyles(manifest: Manifest): string[] {
  return listChunks(manifest, OF_LANDING).styles.filter((file) => file.startsWith('assets/landing'))
}

function isStaticPage(path: string): boolean {
  return STATIC_PAGES.some((page) => page === path)
}

const isNewIn = (links: readonly string[]) => (link: string) =>
  // Only what scripts need later: the next page brings its own styles.
  !links.includes(link) && !link.includes('rel="stylesheet"')

function nameFile(path: keyof typeof FILES, language: Language): string {
  return language === 'en' ? FILES[path] : FILES[path].replace('.html', `.${language}.html`)
}

function markUp(path: string, body: string): string {
  const name = path === '/404' ? '404' : path
  const reader = path in MEMBER_PAGES ? ' data-for="member"' : ''
  return `<div id="root" data-prerendered="${name}"${reader}>${body}</div>`
}

/** The build of these pages has a thread of its own: most of its time is JavaScript. */
async function renderPages(root: string): Promise<Rendered> {
  const worker = new Worker(join(import.meta.dirname, 'render-pages.mjs'), {
    workerData: {
      root,
      visitorPaths: Object.keys(PAGES),
      memberPaths: Object.keys(MEMBER_PAGES),
      swahiliPaths: STATIC_PAGES,
    },
  })
  const [rendered] = await once(worker, 'message')
  return rendered
}
