import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'

/** What the build says of the pages it made. */
const manifest = z.object({
  app: z.string(),
  notFound: z.string(),
  prerendered: z.record(z.string(), z.string()),
  /** As a member sees them at first; nothing for search engines. */
  ofMembers: z.record(z.string(), z.string()).default({}),
  patterns: z.array(z.string()),
  /** By pattern: what a page that is not prerendered names in its head. */
  links: z.record(z.string(), z.string()).default({}),
})

/** The operator's own words, which the build leaves open. */
export type Operator = { email: string; phone: string; address: string }

type Options = { webRoot: string; publicUrl: string; operator: Operator }

/** The pages of the built site, with everything filled in save the nonce; null where nothing is built. */
export function readSite({ webRoot, publicUrl, operator }: Options) {
  const file = path.join(webRoot, '.pages.json')
  if (!existsSync(file)) return null
  const { app, notFound, prerendered, ofMembers, patterns, links } = manifest.parse(
    JSON.parse(readFileSync(file, 'utf8')),
  )
  const address = publicUrl.replace(/\/+$/, '')
  const read = (name: string) => fillIn(readFileSync(path.join(webRoot, name), 'utf8'), address, operator)
  const files = Object.entries({ ...prerendered, ...ofMembers })
  const pages = new Map(files.map(([at, name]) => [at, read(name)]))
  const appPage = read(app)
  const appPages = patterns.map((pattern) => ({
    expression: toExpression(pattern),
    html: appPage.replace('</head>', () => `${links[pattern] ?? ''}</head>`),
  }))
  const notFoundPage = read(notFound)
  return {
    find(at: string) {
      const html = pages.get(at) ?? appPages.find(({ expression }) => expression.test(at))?.html
      return { html: html ?? notFoundPage, isFound: html !== undefined }
    },
    forRobots: {
      'robots.txt': writeRobots(address),
      'sitemap.xml': writeSitemap(address, Object.keys(prerendered)),
    },
  }
}

function fillIn(html: string, address: string, { email, phone, address: office }: Operator): string {
  const values = {
    __PUBLIC_URL__: address,
    __SUPPORT_EMAIL__: email,
    __SUPPORT_PHONE_DIGITS__: phone.replaceAll(/[^\d+]/g, ''),
    __SUPPORT_PHONE__: phone,
    __OFFICE_ADDRESS__: office,
  }
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(name, escapeText(value)),
    html,
  )
}

/** `/survey/$surveyId` matches one part in the place of what begins with a dollar. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => (part.startsWith('$') ? '[^/]+' : escapeExpression(part)))
  return new RegExp(`^${parts.join('/')}/?$`)
}

/** The doors and the staff's side are nothing to find; a member's own pages say so themselves. */
function writeRobots(address: string): string {
  const closed = ['/admin', '/api/', '/trpc/', '/hooks/', '/dev/']
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
