import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { noFigures } from '@chuma/contract/admin/figures'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { securityHeaders } from './security-headers.ts'
import { site } from './site.ts'

const webRoot = await mkdtemp(path.join(tmpdir(), 'chuma-site-'))
const pageOf = (words: string) =>
  `<head><script nonce="__CSP_NONCE__" src="/assets/main-abc123.js"></script></head><link rel="canonical" href="__PUBLIC_URL__/">` +
  `<meta name="figures" content="__FIGURES__"><i data-figure="__FIGURE_rating__">__FIGURE_paidOut__</i>` +
  `<ul><li>__HOURS__</li></ul><i>__PAID__</i><a href="tel:__SUPPORT_PHONE_DIGITS__">__SUPPORT_PHONE__</a><p>__OFFICE_ADDRESS__</p><b>__BRAND__</b>${words}`
for (const name of ['index', 'index.sw', 'about', 'app', '404', 'figures', 'figures.sw'])
  await writeFile(path.join(webRoot, `${name}.html`), pageOf(`the page ${name}`))
await writeFile(
  path.join(webRoot, '.pages.json'),
  JSON.stringify({
    app: 'app.html',
    notFound: '404.html',
    prerendered: { '/': 'index.html', '/about': 'about.html', '/transparency': 'figures.html' },
    inSwahili: { '/': 'index.sw.html', '/transparency': 'figures.sw.html' },
    patterns: ['/', '/about', '/surveys', '/survey/$surveyId'],
    links: { '/surveys': '<link rel="modulepreload" nonce="__CSP_NONCE__" href="/assets/surveys-1.js">' },
  }),
)
await writeFile(
  path.join(webRoot, '.words.mjs'),
  `export const wordPages = {
    '/transparency': ({ hours, figures }, language) => ({
      __HOURS__: hours,
      __PAID__: figures === null ? 'unknown' : language + ' & ' + figures.paidKes,
    }),
  }`,
)
const worker = 'addEventListener("fetch", () => undefined)'
await writeFile(path.join(webRoot, 'sw.js'), worker)
await writeFile(path.join(webRoot, 'sw.js.br'), brotliCompressSync(worker))
await writeFile(path.join(webRoot, 'manifest.webmanifest'), '{"name":"__BRAND__: surveys"}')
const operator = {
  name: 'Pesa & Co',
  email: 'help@chuma.example',
  phone: '+254 20 000 0000',
  address: 'Moi Avenue <3>',
  figures: { ...noFigures, paidOut: 'KES 5 & more' },
  hours: ['Mon-Fri <9>', 'Weekend'],
}
const figures = {
  paidKes: 5000,
  paidKesLast30Days: 0,
  membersPaid: 2,
  timedCount: 0,
  medianSeconds: null,
  p95Seconds: null,
  openByAge: { underOneDay: 0, oneToThreeDays: 0, threeToSevenDays: 0, overSevenDays: 0 },
  computedAt: new Date(),
}
let readFigures: () => Promise<typeof figures> = async () => figures
const app = Fastify()
await app.register(securityHeaders, { isHttps: false })
await app.register(site, {
  webRoot,
  publicUrl: 'http://localhost:3000/',
  isDemo: false,
  deps: {
    product: async () => operator,
    economy: async () => ({ kesPerPoint: 10, minWithdrawalPoints: 1, timeZone: 'Africa/Nairobi' }),
    transparency: () => readFigures(),
  },
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})
const page = { accept: 'text/html,*/*' }

test.each([
  ['/', 200, 'index'],
  ['/about?ref=a', 200, 'about'],
  ['/surveys', 200, 'app'],
  ['/survey/1/', 200, 'app'],
  ['/survey/1/2', 404, '404'],
  ['/no/such/page', 404, '404'],
])('%s answers %i with the page %s, under a strict policy', async (url, status, name) => {
  const answers = await Promise.all([1, 2].map(() => app.inject({ url, headers: page })))
  for (const { statusCode, body } of answers) {
    expect([statusCode, /the page (\w+)/.exec(body)?.[1]]).toEqual([status, name])
  }
  const nonces = answers.map((answer) => /nonce="([^"]{22,})"/.exec(answer.body)?.[1])
  expect(new Set(nonces).size).toBe(2)
  const [answer] = answers
  const policy = answer?.headers['content-security-policy']?.toString() ?? ''
  expect(policy).toContain(`script-src 'nonce-${nonces[0]}' 'strict-dynamic'`)
  expect(policy).toMatch(/default-src 'none'.*base-uri 'none'.*object-src 'none'.*frame-ancestors 'none'/)
  expect(policy).toContain('; frame-src https://www.youtube-nocookie.com;')
  expect(policy).not.toContain('unsafe')
  expect(answer?.headers['cache-control']).toBe('no-store')
})

test.each(['*/*', 'text/*', 'image/webp,*/*;q=0.8', undefined])(
  'a page answers a link preview that accepts %s, and HEAD',
  async (accept) => {
    const headers = accept === undefined ? {} : { accept }
    const get = async (url: string, method: 'GET' | 'HEAD' = 'GET') =>
      (await app.inject({ method, url, headers })).statusCode
    expect(
      await Promise.all(['/', '/about', '/transparency', '/surveys', '/survey/1'].map((at) => get(at))),
    ).toEqual(Array(5).fill(200))
    expect(await get('/about', 'HEAD')).toBe(200)
    expect(await get('http://localhost/about?ref=a')).toBe(200)
    expect(await Promise.all(['/no/such/page', '/about.png', '/survey/1/2'].map((at) => get(at)))).toEqual(
      Array(3).fill(404),
    )
  },
)

test('who accepts no text gets no page', async () => {
  const answer = await app.inject({ url: '/about', headers: { accept: 'application/json' } })
  expect(answer.statusCode).toBe(404)
})

test('a page’s head names the requests its script will make', async () => {
  const [surveys, survey] = await Promise.all(
    ['/surveys', '/survey/1'].map((url) => app.inject({ url, headers: page })),
  )
  expect(surveys?.body).toMatch(/nonce="[^"_]{22,}" href="\/assets\/surveys-1.js"><\/head>/)
  expect(survey?.body).not.toContain('modulepreload')
})

test('a page has its operator’s address, name and contact details, and is compressed', async () => {
  const plain = await app.inject({ url: '/', headers: page })
  expect(plain.body).toContain('<link rel="canonical" href="http://localhost:3000/">')
  expect(plain.body).toContain(`<a href="tel:+254200000000">${operator.phone}</a>`)
  expect(plain.body).toContain('<p>Moi Avenue &lt;3&gt;</p><b>Pesa &amp; Co</b>')
  expect(plain.body).toContain('<i data-figure="">KES 5 &amp; more</i>')
  expect(plain.body).toContain('&quot;paidOut&quot;:&quot;KES 5 &amp; more&quot;')
  expect((await app.inject('/manifest.webmanifest')).json()).toEqual({ name: 'Pesa & Co: surveys' })
  for (const [encoding, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const answer = await app.inject({ url: '/', headers: { ...page, 'accept-encoding': encoding } })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      encoding,
      'accept-encoding, accept-language',
    ])
    expect(decompress(answer.rawPayload).toString()).toContain('the page index')
  }
})

test.each([
  ['/', 'sw-KE,sw;q=0.9,en;q=0.8', 'index.sw'],
  ['/', 'en-GB,sw;q=0.5', 'index'],
  ['/about', 'sw', 'about'],
  ['/?lang=sw', 'en-GB', 'index.sw'],
  ['/?lang=en', 'sw', 'index'],
])('%s for a browser that asks for %s is the page %s', async (url, languages, name) => {
  const answer = await app.inject({ url, headers: { ...page, 'accept-language': languages } })
  expect(/the page ([\w.]+)/.exec(answer.body)?.[1]).toBe(name)
  expect(answer.headers.vary).toContain('accept-language')
})

test('a page shows what is true when it is asked for, in its language, also if that cannot be read', async () => {
  const open = async (language: string) =>
    (await app.inject({ url: '/transparency', headers: { ...page, 'accept-language': language } })).body
  expect(await open('en')).toContain(
    '<ul><li>Mon-Fri &lt;9&gt;</li><li>Weekend</li></ul><i>en &amp; 5000</i>',
  )
  readFigures = async () => ({ ...figures, paidKes: 6000 })
  expect(await open('sw')).toContain('<i>sw &amp; 6000</i>')
  readFigures = () => Promise.reject(new Error('no database'))
  expect(await open('en')).toContain('<i>unknown</i>')
  readFigures = async () => figures
  expect((await app.inject({ url: '/', headers: page })).body).toContain('<li>__HOURS__</li>')
})

test('search engines are told of the public pages only', async () => {
  const sitemap = await app.inject('/sitemap.xml')
  expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(sitemap.body.match(/(?<=<loc>)[^<]+/g)).toEqual([
    'http://localhost:3000/',
    'http://localhost:3000/about',
    'http://localhost:3000/transparency',
  ])
  const robots = await app.inject('/robots.txt')
  expect(robots.body).toContain('Disallow: /admin\n')
  expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  for (const { headers } of [sitemap, robots]) expect(headers['cache-control']).toBe('no-cache')
})

test('the service worker is never cached, and may only fetch from this site', async () => {
  for (const encoding of ['identity', 'br']) {
    const answer = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': encoding } })
    const { 'content-encoding': packed, ...headers } = answer.headers
    const text = packed === 'br' ? brotliDecompressSync(answer.rawPayload).toString() : answer.body
    expect([text, packed]).toEqual([worker, encoding === 'br' ? 'br' : undefined])
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
      'content-security-policy':
        "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    // Its scope is the whole site because it is served from the root.
    expect(headers['service-worker-allowed']).toBeUndefined()
  }
  const { headers } = await app.inject('/manifest.webmanifest')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).not.toContain('connect-src')
  expect([headers['content-type'], headers['cache-control']]).toEqual([
    expect.stringContaining('application/manifest+json'),
    'no-cache',
  ])
})

test('a page allows its own worker and manifest only', async () => {
  const { headers } = await app.inject({ url: '/surveys', headers: page })
  expect(headers['content-security-policy']).toContain("manifest-src 'self'; worker-src 'self'; ")
})
