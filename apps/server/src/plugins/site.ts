import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Product } from '@chuma/contract/admin/set-up'
import type { PageAnswers, PageWords, WordPage } from '@chuma/contract/page-routes'
import type { Language } from '@chuma/contract/platform'
import { AppError } from '@chuma/core/app-error'
import { preferLanguage } from '@chuma/core/language/prefer-language'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import * as z from 'zod'
import { readPath } from './answer-other-methods.ts'
import { CSP_REPORTS } from './security-headers.ts'

const NONCE = '__CSP_NONCE__'

/** The service worker runs under the policy of its own file. It only fetches what it caches. */
const WORKER = '/sw.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

type Options = {
  webRoot: string
  publicUrl: string
  isDemo: boolean
  deps: {
    product: () => Promise<Operator & { hours: readonly string[] }>
    economy: () => Promise<NonNullable<PageAnswers['economy']>>
    transparency: () => Promise<NonNullable<PageAnswers['figures']>>
  }
}

/**
 * Serve the built site: hashed assets for ever, prerendered pages, the app's own page for other known addresses, a 404 page
 * for browsers' unknown ones, and a JSON 404 for everything else.
 */
export const site = fp<Options>(async (app: FastifyInstance, options) => {
  const { webRoot, publicUrl, isDemo, deps } = options
  const { product } = deps
  const answersFor = async (at: string) => ({
    hours: (await product()).hours,
    economy: await orNull(app, deps.economy()),
    figures: at === '/transparency' ? await orNull(app, deps.transparency()) : null,
  })
  const pages = await readSite({ webRoot, publicUrl, isDemo, answersFor })
  const isHttps = publicUrl.startsWith('https:')
  if (pages) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      index: false,
      allowedPath: (pathName) => !pathName.startsWith('/.') && !pathName.endsWith('.html'),
      // With a wildcard the plugin would answer every path; listed files leave unknown paths to the pages.
      wildcard: false,
      // Served below, with the product's name.
      globIgnore: [`${MANIFEST}*`],
      setHeaders: (reply, file) => {
        const isHashed = file.includes(`${path.sep}assets${path.sep}`)
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    app.addHook('onSend', async (request, reply) => {
      if (request.routeOptions.url === WORKER) reply.header('content-security-policy', WORKER_POLICY)
    })
    for (const [name, body] of Object.entries(pages.forRobots)) {
      const type = name.endsWith('.xml') ? 'application/xml' : 'text/plain'
      app.get(`/${name}`, (_request, reply) =>
        reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(body),
      )
    }
    const { manifest } = pages
    if (manifest) {
      app.get(`/${MANIFEST}`, async (_request, reply) =>
        reply
          .header('cache-control', 'no-cache')
          .type('application/manifest+json')
          .send(manifest(await product())),
      )
    }
    app.get('/', async (request, reply) =>
      sendPage((await pages.find('/', languageOf(request), await product())).html, {
        request,
        reply,
        isHttps,
      }),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    const at = readPath(request.url)
    if (!pages || !mayBePage(request, at)) throw new AppError('NOT_FOUND')
    const { html, isFound } = await pages.find(at, languageOf(request), await product())
    if (!accepts(request, isFound ? ANY_TEXT : HTML)) throw new AppError('NOT_FOUND')
    return sendPage(html, { request, reply: reply.code(isFound ? 200 : 404), isHttps })
  })
})

/** A page whose figures cannot be read says so, and is sent all the same. */
function orNull<Answer>({ log }: FastifyInstance, answer: Promise<Answer>): Promise<Answer | null> {
  return answer.catch((error) => {
    log.error(error)
    return null
  })
}

function mayBePage({ method }: FastifyRequest, at: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(api|trpc|hooks|dev|assets)(\/|$)/.test(at)
}

const HTML = /text\/html/i
/** Link previews and monitors ask for anything. A missing picture or script is no page, so only a page answers them. */
const ANY_TEXT = /text\/(html|\*)|\*\/\*|application\/xhtml/i

function accepts({ headers: { accept } }: FastifyRequest, types: RegExp): boolean {
  return accept === undefined ? types === ANY_TEXT : types.test(accept)
}

/** What the reader chose on this page, or the browser's languages: a page is sent before anyone is identified. */
function languageOf({ url, headers }: FastifyRequest) {
  const chosen = new URLSearchParams(url.split('?')[1]).get('lang')
  return preferLanguage(chosen ?? headers['accept-language'])
}

type Answer = { request: FastifyRequest; reply: FastifyReply; isHttps: boolean }

/** The page is the same for every reader of a language, except for a nonce that is valid for one answer. */
async function sendPage(html: string, { request, reply, isHttps }: Answer) {
  const nonce = randomBytes(16).toString('base64')
  const { body, encoding } = await compressPage(
    html.replaceAll(NONCE, nonce),
    request.headers['accept-encoding'],
  )
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .header('content-security-policy', contentPolicy(nonce, isHttps))
    .header('reporting-endpoints', `csp="${CSP_REPORTS}"`)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language')
    .type('text/html; charset=utf-8')
    .send(body)
}

function contentPolicy(nonce: string, isHttps: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Videos that pay points, in the player that sets no cookies.
    'frame-src https://www.youtube-nocookie.com',
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    // Browsers with the second ignore the first, and report only from secure pages.
    `report-uri ${CSP_REPORTS}`,
    ...(isHttps ? ['report-to csp'] : []),
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

const MIDDLING = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Compress a page per request: its nonce rules out doing so beforehand. Takes one or two milliseconds. */
async function compressPage(html: string, accepted: string | undefined) {
  if (accepted && /\bbr\b/.test(accepted)) {
    return { body: await promisify(brotliCompress)(html, MIDDLING), encoding: 'br' }
  }
  if (accepted && /\bgzip\b/.test(accepted)) return { body: await promisify(gzip)(html), encoding: 'gzip' }
  return { body: html, encoding: null }
}

const MANIFEST = 'manifest.webmanifest'

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
type Operator = Pick<Product, 'name' | 'email' | 'phone' | 'address' | 'figures'>

type PagesOptions = {
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
async function readSite({ webRoot, publicUrl, isDemo, answersFor }: PagesOptions) {
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
