import type { Manifest } from 'vite'
import { messageGroupsOf } from '../src/i18n/message-groups-of.ts'
import type { PageHead } from '../src/ui/page/status-screens.tsx'
import { type Chunks, listChunks } from './built-files.ts'

const NONCE = 'nonce="__CSP_NONCE__"'

type Head = {
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

/** What a prerendered page's head adds to the common one. The server fills in its own address. */
export function composeHead({ path, language, head, links, template, styles, isHidden }: Head): string {
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

/** Add links to a page's files to its head, except those the template already has. */
export function linkFiles({ styles, scripts }: Chunks, template: string): string[] {
  const isNew = (file: string) => !template.includes(`/${file}"`)
  return [
    ...styles.filter(isNew).map((file) => `<link rel="stylesheet" crossorigin ${NONCE} href="/${file}">`),
    ...scripts.filter(isNew).map((file) => `<link rel="modulepreload" crossorigin ${NONCE} href="/${file}">`),
  ]
}

const LANGUAGES = ['en', 'sw']

/** What a page always loads lazily: its frame, the toast area, and the default tab. */
const FRAME = ['src/app/app-layout.tsx', 'src/app/toasts.tsx']
const OPEN_AT_FIRST: Record<string, readonly string[]> = {
  '/dashboard': ['src/surveys/browse/surveys-tab.tsx'],
}

/**
 * Preload the messages of one language only: the one that the script in index.html found. A prerendered page does this
 * when it starts its scripts.
 */
export const CHOOSE_WORDS =
  '<script nonce="__CSP_NONCE__">for (const link of document.querySelectorAll("link[data-words=" + document.documentElement.lang + "]")) { link.href = link.dataset.file; link.rel = "modulepreload" }</script>'

type Files = {
  manifest: Manifest
  template: string
  at: string
  routeIds: string[]
  /** If a page can be either, count it as a member's: members wait for more files. */
  isMember: boolean
}

/**
 * Preload the files that a page's script will import, so that a slow network fetches them in parallel instead of one
 * import level at a time.
 */
export function announceFiles({ manifest, template, at, routeIds, isMember }: Files): string[] {
  const chunks = listChunks(manifest, [...FRAME, ...(OPEN_AT_FIRST[at] ?? [])], routeIds)
  const words = LANGUAGES.flatMap((language) =>
    messageGroupsOf(at, isMember).map((group) => {
      const place = `${language}/${group}.ts`
      const chunk = manifest[`src/i18n/groups/${place}`] ?? manifest[`src/i18n/messages/${place}`]
      if (!chunk) throw new Error(`The messages ${place} are in no chunk`)
      return `<link data-words="${language}" crossorigin nonce="__CSP_NONCE__" data-file="/${chunk.file}">`
    }),
  )
  return [...words, ...linkFiles(chunks, template)]
}

const MAIN = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/
const PRELOADS = /<link rel="modulepreload"([^>]*) href="/g

/** Starts the scripts even if the browser never reports a paint, or the page is never visible. */
const LONGEST_WAIT_MS = 3000

type Start = {
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
export function startAfterPaint(html: string, { reader, ownScript }: Start): string {
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
