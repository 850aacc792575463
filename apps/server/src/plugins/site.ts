import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errorTable } from '@chuma/contract/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

const NONCE = '__CSP_NONCE__'

/** Serves the built site: hashed assets for ever, the app shell for page navigations only, JSON 404 for all else. */
export const site = fp<{ webRoot: string; isHttps: boolean }>(
  async (app: FastifyInstance, { webRoot, isHttps }) => {
    const shell = readShell(webRoot)
    if (shell) {
      await app.register(fastifyStatic, {
        root: webRoot,
        preCompressed: true,
        cacheControl: false,
        index: false,
        allowedPath: (pathName) => !pathName.startsWith('/.') && !pathName.endsWith('.html'),
        // The plugin would otherwise answer for every path; listed files only, so that unknown paths reach the shell.
        wildcard: false,
        setHeaders: (reply, file) => {
          const isHashed = file.includes(`${path.sep}assets${path.sep}`)
          reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
      app.get('/', (request, reply) => sendShell(shell, { request, reply, isHttps }))
    }
    app.setNotFoundHandler((request, reply) => {
      if (shell && isNavigation(request)) return sendShell(shell, { request, reply, isHttps })
      return reply
        .code(404)
        .send({ code: 'NOT_FOUND', message: errorTable.NOT_FOUND.message, fieldErrors: null })
    })
  },
)

function readShell(webRoot: string): string | null {
  const file = path.join(webRoot, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|trpc|hooks|dev|assets)(\/|$)/.test(url)) return false
  return headers.accept?.includes('text/html') ?? false
}

type Answer = { request: FastifyRequest; reply: FastifyReply; isHttps: boolean }

/** The same page for everybody, with a nonce that is good for this answer only. */
function sendShell(shell: string, { reply, isHttps }: Answer) {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .header('content-security-policy', contentPolicy(nonce, isHttps))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(shell.replaceAll(NONCE, nonce))
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
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
