import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { build, type Manifest, type Plugin } from 'vite'
import { STATIC_PAGES } from '../src/site/open-places.ts'
import type { PageHead } from '../src/ui/page/status-screens.tsx'
import { afterBuild } from './after-build.ts'
import { buildOwnScript, buildWords } from './build-scripts.ts'
import { announceFiles, CHOOSE_WORDS, linkFiles, listChunks } from './chunks.ts'
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
export function prerender(): Plugin {
  return afterBuild('prerender', async ({ root, outDir }) => {
    const [{ pages, routes }, ownScripts, words] = await Promise.all([
      renderPages(root),
      buildOwnScripts(root),
      buildWords(root),
    ])
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

async function renderPages(root: string): Promise<Rendered> {
  const outDir = join(root, 'node_modules/.cache/chuma-prerender')
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { ssr: 'src/entry-server.tsx', outDir, emptyOutDir: true, manifest: false },
  })
  const renderer = pathToFileURL(join(outDir, 'entry-server.js')).href
  const worker = new Worker(join(import.meta.dirname, 'render-pages.mjs'), {
    workerData: {
      renderer,
      visitorPaths: Object.keys(PAGES),
      memberPaths: Object.keys(MEMBER_PAGES),
      swahiliPaths: STATIC_PAGES,
    },
  })
  const [rendered] = await once(worker, 'message')
  return rendered
}

type HeadOptions = {
  path: string
  language: 'en' | 'sw'
  head: PageHead
  /** Links to what the page loads. */
  links: string[]
  template: string
  /** The inline styles that were moved out of style attributes. */
  styles: string
  /** Pages for members only, or not for search engines. */
  isHidden: boolean
}

const NONCE = 'nonce="__CSP_NONCE__"'

/** What a prerendered page's head adds to the common one. The server fills in its own address. */
export function composeHead({
  path,
  language,
  head,
  links,
  template,
  styles,
  isHidden,
}: HeadOptions): string {
  const files = [...links]
  const siteDescription = /<meta name="description" content="([^"]*)"/.exec(template)?.[1] ?? ''
  const about = head.description || siteDescription
  if (styles) files.push(`<style ${NONCE}>${styles}</style>`)
  const title = `<title>${escapeText(head.title)}</title>`
  const description = `<meta name="description" content="${escapeText(about)}" data-site="${escapeText(siteDescription)}">`
  if (isHidden) {
    return [
      title,
      meta('name', 'description', siteDescription),
      meta('name', 'robots', 'noindex'),
      ...files,
    ].join('')
  }
  const address = `__PUBLIC_URL__${path}`
  return [
    title,
    description,
    `<link rel="canonical" href="${address}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', '__BRAND__'),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', about),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', `${language}_KE`),
    meta('property', 'og:image', '__PUBLIC_URL__/preview.png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', '__BRAND__'),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(path === '/' ? [structuredData(about, language)] : []),
    ...files,
  ].join('')
}

/** Structured data about the operator, for search engines. It is data, never executed. */
function structuredData(description: string, language: string): string {
  const site = '__PUBLIC_URL__/'
  const graph = [
    {
      '@type': 'Organization',
      '@id': `${site}#organization`,
      name: '__BRAND__',
      url: site,
      logo: `${site}icon-512.png`,
    },
    {
      '@type': 'WebSite',
      name: '__BRAND__',
      url: site,
      description,
      inLanguage: `${language}-KE`,
      publisher: { '@id': `${site}#organization` },
    },
  ]
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll(
    '<',
    '\\u003c',
  )
  return `<script type="application/ld+json" ${NONCE}>${json}</script>`
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeText(content)}">`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const MAIN = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const PRELOADS = /<link rel="modulepreload"([^>]*) href="/g

/** Starts the scripts even if the browser never reports a paint, or the page is never visible. */
const LONGEST_WAIT_MS = 3000

type StartOptions = {
  /** Whose page it is, as the script in index.html sets `data-other`. */
  reader: 'member' | undefined
  /** The page's own script, if it does without the application (`site/islands/wake-page.ts`). */
  ownScript: string | undefined
}

/**
 * Load a prerendered page's scripts after its first paint. On a slow network they would compete with what is already
 * visible; from the cache, a slow phone would run them before painting. A hidden page, or one in the background, starts
 * at once. A page with its own script starts the application only for a reader who gets another page here.
 */
export function startAfterPaint(html: string, { reader, ownScript }: StartOptions): string {
  const main = MAIN.exec(html)?.[1]
  if (main === undefined) throw new Error('The page has no entry script')
  const decide = ownScript === undefined ? startWhenPainted(reader) : wakeOrStart(ownScript)
  return html
    .replace(MAIN, '')
    .replaceAll(PRELOADS, '<link$1 data-file="')
    .replace('</head>', () => `<script ${NONCE}>{\n${composeStart(main)}\n${decide}\n}</script></head>`)
}

/** The nonce is for browsers without 'strict-dynamic'. */
function composeStart(main: string): string {
  return squeeze(`const { dataset } = document.documentElement
  const { nonce } = document.currentScript
  const once = (work) => {
    let isDone = false
    return () => {
      if (isDone) return
      isDone = true
      work()
    }
  }
  const preload = once(() => {
    const { lang } = document.documentElement
    for (const link of document.querySelectorAll("link[data-file]:not([data-words]), link[data-words=" + lang + "]")) {
      setTimeout(() => {
        link.href = link.dataset.file
        link.rel = "modulepreload"
      })
    }
  })
  const start = once(() => {
    const script = document.createElement("script")
    script.type = "module"
    script.crossOrigin = ""
    script.nonce = nonce
    script.src = "${main}"
    preload()
    const whole = [...document.querySelectorAll("link[data-whole]")].map((link) => new Promise((done) => {
      link.onload = link.onerror = done
      link.media = "all"
      link.disabled = false
    }))
    if (whole.length === 0) document.head.append(script)
    else Promise.all(whole).then(() => document.head.append(script))
  })`)
}

function startWhenPainted(reader: string | undefined): string {
  return squeeze(`const isShown = dataset.other === ${JSON.stringify(reader)} && !document.hidden
  if (isShown && window.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName("first-contentful-paint").length) start()
    }).observe({ type: "paint", buffered: true })
    document.addEventListener("visibilitychange", start)
    setTimeout(start, ${LONGEST_WAIT_MS})
  } else start()`)
}

/** The application runs for members, mailed links, addresses with parameters, and a page that has something to say. */
function wakeOrStart(ownScript: string): string {
  return (
    squeeze(`let isForApp = true
  try {
    const isMember = localStorage.getItem("userToken")
    isForApp = isMember || dataset.other === "link" || location.search || history.state?.deletionDueAt
  } catch {}
  if (isForApp) start()
  else document.addEventListener("DOMContentLoaded", () => {
    const app = { start, preload };
    `) +
    ownScript.trim() +
    '\n})'
  )
}

function squeeze(script: string): string {
  return script.replaceAll(/\n\s*/g, '\n')
}
