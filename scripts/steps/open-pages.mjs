import { createRequire } from 'node:module'
import path from 'node:path'
import { build, serverEntry } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { seconds } from './report-step.mjs'
import { root } from './run-command.mjs'
import { startServer } from './start-server.mjs'

/** Lighthouse's slow 4G, also known as fast 3G: a phone in a village with weak reception. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
}
/** How much slower a KES 10,000 phone is than a desktop computer. */
const SLOWER = 4
/** Runs inside the page, once it can be used. */
const TIMES = `({
  ready: performance.now(),
  painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? performance.now(),
  bytes: ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
    .reduce((sum, { transferSize }) => sum + transferSize, 0),
})`

/** Time the landing page and the dashboard with the network and processor of a cheap phone. */
export async function openPages({ rounds }) {
  await build()
  const { chromium } = createRequire(path.join(root, 'apps', 'e2e', 'package.json'))('@playwright/test')
  const server = await startServer([serverEntry], { DEMO: 'on', DEMO_STORY: 'off' })
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const session = await signIn(server.url)
    const pages = [
      // The menu button works only once the scripts have run.
      { name: 'landing page', path: '/', isReady: isAlive },
      {
        name: 'dashboard',
        path: '/dashboard',
        session,
        isReady: (page) => page.getByRole('tablist').first().waitFor(),
      },
    ]
    const rows = []
    for (const place of pages) {
      const times = []
      for (let round = 0; round < rounds; round++) times.push(await open(browser, server.url, place))
      rows.push(report(place, times))
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function signIn(url) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@demo.chuma', password: 'demo-chuma' }),
  })
  return response.json()
}

/** Each visit starts with an empty cache, like a first visit. */
async function open(browser, url, { path: place, session, isReady }) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    serviceWorkers: 'block',
  })
  try {
    if (session) {
      await context.addInitScript(({ token, user }) => {
        localStorage.setItem('userData', JSON.stringify(user))
        localStorage.setItem('userToken', token)
      }, session)
    }
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(`${url}${place}`, { waitUntil: 'commit', timeout: 120_000 })
    await isReady(page)
    return await page.evaluate(TIMES)
  } finally {
    await context.close()
  }
}

/** The page's script handles presses from now on. */
async function isAlive(page) {
  await page.waitForFunction(
    () => document.querySelector('h1') && !('unready' in document.documentElement.dataset),
    undefined,
    { timeout: 120_000 },
  )
}

function report({ name }, times) {
  const of = (what) => times.map((time) => time[what]).sort((a, b) => a - b)[Math.floor(times.length / 2)]
  return {
    part: 'pages',
    what: `${name}, 1.6 Mbit/s, 150 ms, processor ${SLOWER} times slower: first paint, usable`,
    here: `${seconds(of('painted'))}, ${seconds(of('ready'))}`,
    yardstick: `${(of('bytes') / 1024).toFixed(0)} kB loaded`,
    ratio: '',
  }
}
