import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { fetchPinned } from './fetch-pinned.mjs'
import { CATEGORIES } from './lighthouse-verdict.mjs'
import { root, Stop } from './run-command.mjs'

const { lighthouse, puppeteer } = await loadTools()

const SETTINGS = {
  formFactor: 'mobile',
  // Lighthouse's slow phone (slow 4G, 4× slower processor), simulated from an unthrottled run:
  // other work on this machine disturbs that less than real throttling.
  throttlingMethod: 'simulate',
  onlyCategories: Object.keys(CATEGORIES),
  // A member's page keeps an event stream open, so its network never becomes idle.
  maxWaitForLoad: 20_000,
}

/** Chromium sometimes omits the start of the navigation from its trace; such a run measured nothing. */
const NOT_RECORDED = 'NO_NAVSTART'

/** Two hundred megabytes that only this command needs are fetched on its first use. */
async function loadTools() {
  const lockFolder = path.join(root, 'scripts', 'lighthouse')
  const { dependencies } = JSON.parse(readFileSync(path.join(lockFolder, 'package.json'), 'utf8'))
  const folder = path.join(root, '.cache', `lighthouse-${dependencies.lighthouse}`)
  const problem = fetchPinned(lockFolder, folder, {
    program: 'node_modules/lighthouse',
    thing: 'Lighthouse',
    megabytes: 250,
  })
  if (problem) throw new Stop(problem)
  const { resolve } = createRequire(path.join(folder, 'package.json'))
  const load = async (name) => (await import(pathToFileURL(resolve(name)).href)).default
  return { lighthouse: await load('lighthouse'), puppeteer: await load('puppeteer-core') }
}

/** Audit a page in a fresh browser profile. `session`: what the browser of somebody who is signed in keeps. */
export async function auditPage(executablePath, url, session) {
  const look = await lookAt(executablePath, url, session)
  const { lhr, report } =
    look.lhr.runtimeError?.code === NOT_RECORDED ? await lookAt(executablePath, url, session) : look
  if (lhr.runtimeError) throw new Stop(`Lighthouse could not audit ${url}: ${lhr.runtimeError.message}`)
  const [html, json] = report
  return {
    scores: readScores(lhr),
    metrics: readMetrics(lhr),
    blockedMs: lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN,
    largestMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    machine: Math.round(lhr.environment.benchmarkIndex),
    failed: readFailed(lhr),
    reports: { html, json },
  }
}

async function lookAt(executablePath, url, session) {
  const browser = await puppeteer.launch({
    executablePath,
    // Chromium refuses to run sandboxed as root.
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const page = await browser.newPage()
    if (session) {
      await page.evaluateOnNewDocument((kept) => Object.assign(localStorage, kept), session)
    }
    const skipAudits = session ? ['is-crawlable'] : []
    const flags = { output: ['html', 'json'], logLevel: 'error' }
    const config = { extends: 'lighthouse:default', settings: { ...SETTINGS, skipAudits } }
    return await lighthouse(url, flags, config, page)
  } finally {
    await browser.close()
  }
}

/** A category with a failed audit has no score and must not count as one that met its goal. */
function readScores({ categories }) {
  return Object.fromEntries(
    Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
  )
}

function readMetrics({ audits }) {
  const value = (id) => audits[id]?.numericValue ?? Number.NaN
  return {
    first: `${(value('first-contentful-paint') / 1000).toFixed(1)} s`,
    largest: `${(value('largest-contentful-paint') / 1000).toFixed(1)} s`,
    blocked: `${Math.round(value('total-blocking-time'))} ms`,
    shift: value('cumulative-layout-shift').toFixed(3),
    scripts: `${Math.round(scriptBytes(audits) / 1024)} KB`,
    bytes: `${Math.round(value('total-byte-weight') / 1024)} KB`,
  }
}

function scriptBytes(audits) {
  const items = audits['resource-summary']?.details?.items ?? []
  return items.find(({ resourceType }) => resourceType === 'script')?.transferSize ?? 0
}

/** The names of the audits that lowered a category's score. */
function readFailed({ categories, audits }) {
  return Object.fromEntries(
    Object.entries(categories).map(([id, { auditRefs }]) => {
      const names = auditRefs.flatMap(({ id: audit, weight }) =>
        weight > 0 && audits[audit]?.score < 1 ? [audit] : [],
      )
      return [id, names.join(', ')]
    }),
  )
}
