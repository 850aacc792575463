import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { PageAnswers } from '@chuma/contract/page-answers'
import { AppError } from '@chuma/core/app-error'
import { preferLanguage } from '@chuma/core/language/prefer-language'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { readPath } from './answer-other-methods.ts'
import { compressPage } from './compress-page.ts'
import { CSP_REPORTS } from './csp-reports.ts'
import { MANIFEST, type Operator, readSite } from './read-site.ts'

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
