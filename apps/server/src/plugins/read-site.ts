import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Product } from '@chuma/contract/admin/product'
import type { Language } from '@chuma/contract/languages'
import type { PageAnswers, PageWords, WordPage } from '@chuma/contract/page-answers'
import * as z from 'zod'

export const MANIFEST = 'manifest.webmanifest'

/** What the build records about its pages. */
const manifest = z.object({
  app: z.string(),
  notFound: z.string(),
  prerendered: z.record(z.string(), z.string()),
  /** The same pages for readers of Swahili, where the build has them. */
  inSwahili: z.record(z.string(), z.string()).default({}),
  /** As a member first sees them; not for search engines. */
  ofMembers: z.record(z.string(), z.string()).default({}),
  patterns: z.array(z.string()),
  /** The head links of pages that are not prerendered, by pattern. */
  links: z.record(z.string(), z.string()).default({}),
})

/** What the operator chooses and the build leaves open. */
export type Operator = Pick<Product, 'name' | 'email' | 'phone' | 'address' | 'figures'>

type Options = {
  webRoot: string
  publicUrl: string
  isDemo: boolean
  /** What is true now, for a page with open places. */
  answersFor: (at: string) => Promise<PageAnswers>
}
type Page = { html: string; isFound: boolean }

/**
 * Read the pages of the built site; null when nothing is built. A page is filled in, except for the nonce, with what the
 * operator has chosen by then. While that does not change, it is the same object and nothing is filled in twice.
 */
export async function readSite({ webRoot, publicUrl, isDemo, answersFor }: Options) {
  const file = path.join(webRoot, '.pages.json')
  if (!existsSync(file)) return null
  const { app, notFound, prerendered, inSwahili, ofMembers, patterns, links } = manifest.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  const address = publicUrl.replace(/\/+$/, '')
  const read = (name: string) =>
    readFileSync(path.join(webRoot, name), 'utf8')
      .replaceAll('__PUBLIC_URL__', escapeText(address))
      .replaceAll('__DEMO__', isDemo ? 'on' : 'off')
  const files = Object.entries({ ...prerendered, ...ofMembers })
  const pages = new Map(files.map(([at, name]) => [at, read(name)]))
  const swahiliPages = new Map(Object.entries(inSwahili).map(([at, name]) => [at, read(name)]))
  const appPage = read(app)
  const appPages = patterns.map((pattern) => ({
    expression: toExpression(pattern),
    html: appPage.replace('</head>', () => `${links[pattern] ?? ''}</head>`),
  }))
  const notFoundPage = read(notFound)
  const find = (at: string, language: Language | undefined): Page => {
    const inLanguage = language === 'sw' ? swahiliPages.get(at) : undefined
    const html = inLanguage ?? pages.get(at) ?? appPages.find(({ expression }) => expression.test(at))?.html
    return { html: html ?? notFoundPage, isFound: html !== undefined }
  }
  const wordPages = await readWords(webRoot)
  const filled = new WeakMap<Operator, Map<string, string>>()
  const fill = (html: string, operator: Operator): string => {
    const known = filled.get(operator) ?? new Map<string, string>()
    filled.set(operator, known)
    const page = known.get(html) ?? fillIn(html, operator)
    known.set(html, page)
    return page
  }
  return {
    async find(at: string, language: Language | undefined, operator: Operator): Promise<Page> {
      const { html, isFound } = find(at, language)
      const page = fill(html, operator)
      const word = wordPages[at]
      if (!word) return { html: page, isFound }
      return { html: fillWords(page, word(await answersFor(at), language ?? 'en')), isFound }
    },
    manifest: readManifest(webRoot),
    forRobots: {
      'robots.txt': writeRobots(address),
      'sitemap.xml': writeSitemap(address, Object.keys(prerendered)),
    },
  }
}

function fillIn(html: string, { name, email, phone, address: office, figures }: Operator): string {
  const values = {
    __BRAND__: name,
    __SUPPORT_EMAIL__: email,
    __SUPPORT_PHONE_DIGITS__: phone.replaceAll(/[^\d+]/g, ''),
    __SUPPORT_PHONE__: phone,
    __OFFICE_ADDRESS__: office,
    __FIGURES__: JSON.stringify(figures),
    ...Object.fromEntries(Object.entries(figures).map(([place, claim]) => [`__FIGURE_${place}__`, claim])),
  }
  return Object.entries(values).reduce(
    // A function, because a replacement text would give `$&` in a name a meaning.
    (text, [open, value]) => text.replaceAll(open, () => escapeText(value)),
    html,
  )
}

/** The functions that the build made for its pages, by their addresses. */
async function readWords(webRoot: string): Promise<Record<string, WordPage>> {
  const file = path.join(webRoot, '.words.mjs')
  if (!existsSync(file)) return {}
  const { wordPages }: { wordPages: Record<string, WordPage> } = await import(pathToFileURL(file).href)
  return wordPages
}

function fillWords(html: string, words: PageWords): string {
  return Object.entries(words).reduce(
    (text, [open, value]) =>
      typeof value === 'string'
        ? text.replaceAll(open, () => escapeText(value))
        : text.replaceAll(`<li>${open}</li>`, () =>
            value.map((line) => `<li>${escapeText(line)}</li>`).join(''),
          ),
    html,
  )
}

/** The description of the installed app, with the product's name; null when nothing is built. */
function readManifest(webRoot: string): ((operator: Operator) => string) | null {
  const file = path.join(webRoot, MANIFEST)
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  return ({ name }) => text.replaceAll('__BRAND__', () => JSON.stringify(name).slice(1, -1))
}

/** In `/survey/$surveyId`, a segment that begins with a dollar matches any one segment. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : escapeExpression(part)))
  return new RegExp(`^${parts.join('/')}/?$`)
}

/** The doors and the staff side are not for search engines; a member's own pages say so themselves. */
function writeRobots(address: string): string {
  const closed = ['/admin', '/set-up', '/api/', '/trpc/', '/hooks/', '/dev/']
  const lines = [
    'User-agent: *',
    ...closed.map((at) => `Disallow: ${at}`),
    '',
    `Sitemap: ${address}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}

function writeSitemap(address: string, pages: string[]): string {
  const entries = pages.map((at) => `<url><loc>${escapeText(`${address}${at}`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>
`
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
