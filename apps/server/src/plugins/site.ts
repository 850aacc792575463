import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { AppError } from '@chuma/core/app-error'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { compressPage } from './compress-page.ts'
import { type Operator, readSite } from './read-site.ts'

const NONCE = '__CSP_NONCE__'

/** The service worker lives under the policy of its own file. It fetches what it keeps, and does nothing else. */
const WORKER = '/sw.js'
const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

type Options = { webRoot: string; publicUrl: string; operator: Operator }

/**
 * Serves the built site: hashed assets for ever, prerendered pages to whoever opens them, the app's own page for all other
 * addresses that lead somewhere, a page that says 404 for those that do not, and JSON 404 for all that is no navigation.
 */
export const site = fp<Options>(async (app: FastifyInstance, { webRoot, publicUrl, operator }) => {
  const pages = readSite({ webRoot, publicUrl, operator })
  const isHttps = publicUrl.startsWith('https:')
  if (pages) {
    await app.register(fastifyStatic, {
      root: webRoot,
      preCompressed: true,
      cacheControl: false,
      index: false,
      allowedPath: (pathName) => !pathName.startsWith('/.') && !pathName.endsWith('.html'),
      // The plugin would otherwise answer for every path; listed files only, so that unknown paths reach the pages.
      wildcard: false,
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
    app.get('/', (request, reply) => sendPage(pages.find('/').html, { request, reply, isHttps }))
  }
  app.setNotFoundHandler((request, reply) => {
    if (pages && isNavigation(request)) {
      const { html, isFound } = pages.find(request.url.split('?')[0] ?? '/')
      return sendPage(html, { request, reply: reply.code(isFound ? 200 : 404), isHttps })
    }
    throw new AppError('NOT_FOUND')
  })
})

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|trpc|hooks|dev|assets)(\/|$)/.test(url)) return false
  return headers.accept?.includes('text/html') ?? false
}

type Answer = { request: FastifyRequest; reply: FastifyReply; isHttps: boolean }

/** The same page for everybody, with a nonce that is good for this answer only. */
async function sendPage(html: string, { request, reply, isHttps }: Answer) {
  const nonce = randomBytes(16).toString('base64')
  const { body, encoding } = await compressPage(
    html.replaceAll(NONCE, nonce),
    request.headers['accept-encoding'],
  )
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .header('content-security-policy', contentPolicy(nonce, isHttps))
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
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
    // Videos that members are paid for, in the player that sets no cookies.
    'frame-src https://www.youtube-nocookie.com',
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
