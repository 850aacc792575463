import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { reportStep } from './report-step.mjs'
import { bin, root, runQuietly, Stop } from './run-command.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const USUAL_PLACES = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/usr/lib/chromium',
  '/opt/google/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** Debian's build without a window, then its browser without the script around it, which adds flags (decision 63). */
export const LIGHTEST = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium']

/** Find a Chromium that runs here, `preferred` ones first: an installed one, else download Playwright's, else install the system's package. */
export async function findChromium(preferred = []) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (await runs(given)) return given
    throw new Stop(`CHROMIUM_PATH is not a Chromium that runs: ${given}`)
  }
  const found = await findInstalled(preferred)
  if (found) return found
  return reportStep('Installing Chromium for the browser tests', installChromium)
}

async function findInstalled(preferred = []) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...USUAL_PLACES]
  const usual = folders.flatMap((place) => [place, ...NAMES.map((name) => path.join(place, name))])
  const candidates = [...preferred, ...usual]
  candidates.push('/opt/google/chrome/chrome', playwrightsOwn())
  for (const candidate of new Set(candidates)) {
    if (isProgram(candidate) && (await runs(candidate))) return candidate
  }
  return undefined
}

function isProgram(file) {
  return /chrom/i.test(path.basename(file)) && existsSync(file) && !isFolder(file)
}

function isFolder(file) {
  try {
    readdirSync(file)
    return true
  } catch {
    return false
  }
}

function playwrightsOwn() {
  const load = createRequire(path.join(root, 'apps', 'e2e', 'package.json'))
  return load('@playwright/test').chromium.executablePath()
}

/** Ubuntu's chromium-browser may be a stub, and a downloaded one may lack libraries: only --version proves that it runs. */
async function runs(file) {
  if (!existsSync(file)) return false
  // On Windows, Chrome opens a window for --version.
  if (process.platform === 'win32') return true
  const { code } = await runQuietly(file, ['--version'], { timeoutMs: 20_000 }).catch(() => ({ code: 1 }))
  return code === 0
}

async function installChromium() {
  const download = bin('playwright/cli.js', 'install', 'chromium')
  await runQuietly(...download, { timeoutMs: 300_000 })
  if (await runs(playwrightsOwn())) return playwrightsOwn()

  const asRoot = await findRootPrefix()
  if (asRoot) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      const [file, ...rest] = [...asRoot, 'apt-get', ...args]
      await runQuietly(file, rest, { env })
    }
    const found = await findInstalled()
    if (found) return found
  }
  throw new Stop(
    'The browser tests need Chromium, and it could not be installed: install chromium or google-chrome, or set CHROMIUM_PATH.',
  )
}

/** The command that runs apt-get as root, or undefined without apt-get or the right to use it. */
async function findRootPrefix() {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  if (process.getuid?.() === 0) return []
  const sudo = await runQuietly('sudo', ['-n', 'true']).catch(() => ({ code: 1 }))
  return sudo.code === 0 ? ['sudo', '-n'] : undefined
}
