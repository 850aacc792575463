import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { explainFailure } from './explain-failure.mjs'
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

/** Playwright's download; the system's package is no larger. */
const CHROMIUM_MB = 190

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
  const label = `Installing Chromium for the browser tests (${CHROMIUM_MB} MB to fetch)`
  let share = 0
  // Playwright prints how much of the download it has.
  const onOutput = (output) => {
    share = Number(output.match(/\d+(?=% of )/g)?.at(-1) ?? 0) / 100
  }
  return reportStep(
    label,
    () => installChromium(onOutput),
    () => share,
  )
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

/** Playwright and apt-get read their own variables; npm hands its settings to the scripts that it runs. */
function proxyFromNpm({ env } = process) {
  const http = env.npm_config_proxy
  const https = env.npm_config_https_proxy ?? http
  return {
    ...(http && { HTTP_PROXY: http, http_proxy: http }),
    ...(https && { HTTPS_PROXY: https, https_proxy: https }),
    ...(env.npm_config_noproxy && { NO_PROXY: env.npm_config_noproxy }),
  }
}

async function installChromium(onOutput) {
  const download = bin('playwright/cli.js', 'install', 'chromium')
  const proxy = proxyFromNpm()
  const downloaded = await runQuietly(...download, { timeoutMs: 300_000, env: proxy, onOutput })
  if (await runs(playwrightsOwn())) return playwrightsOwn()

  const asRoot = await findRootPrefix()
  if (asRoot) {
    const env = { ...proxy, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
      const [file, ...rest] = [...asRoot, 'apt-get', ...args]
      await runQuietly(file, rest, { env })
    }
    const found = await findInstalled()
    if (found) return found
  }
  const about = { thing: 'Chromium', folder: tmpdir(), megabytes: 3 * CHROMIUM_MB }
  const known = explainFailure(downloaded.output, about)
  if (known) throw new Stop(`${known} An installed Chromium does, too: set CHROMIUM_PATH.`)
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
