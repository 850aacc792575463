import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildYardstick, EMPTY, YARDSTICK } from '../yardstick/build-yardstick.mjs'
import { build } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { install } from './install.mjs'
import { formatRatios, formatTable } from './lighthouse-table.mjs'
import {
  findMissedGoals,
  findMissedRatios,
  LIGHTHOUSE_PAGES,
  medianOf,
  medianRun,
} from './lighthouse-verdict.mjs'
import { reportStep } from './report-step.mjs'
import { root, runMain, Stop } from './run-command.mjs'
import { startServer } from './start-server.mjs'

const REPORTS = path.join(root, '.lighthouse')

/** Audit all pages, or with `-- --runs 1 dashboard surveys` some of them once. */
export function runLighthouse() {
  return runMain(async () => {
    const { runs, pages } = readArguments()
    await install()
    await build()
    // Imported here because `install` may just have installed it.
    const { auditPage } = await import('./audit-page.mjs')
    const chromium = await findChromium()
    rmSync(REPORTS, { recursive: true, force: true })
    mkdirSync(REPORTS)
    const env = { DEMO: 'on', DEMO_STORY: 'off', LOG_LEVEL: 'error' }
    const server = await startServer([await buildYardstick()], env)
    const looks = []
    const bare = []
    const empty = []
    try {
      const sessions = await logIn(server.url)
      // As visitors come, by a name: on an address the log-in has no passkeys, and its button would vanish.
      const site = server.url.replace('127.0.0.1', 'localhost')
      for (const page of pages) {
        const { name, path, reader } = page
        const address = path.replace(':survey', sessions.survey)
        const found = await reportStep(`Auditing ${address}`, async () => {
          const results = []
          for (let run = 0; run < runs; run++) {
            results.push(await auditPage(chromium, `${site}${address}`, sessions[reader]))
            // After every audit, so that both meet the same machine.
            bare.push(await auditPage(chromium, `${site}${YARDSTICK}`))
            if (page === pages[0]) empty.push(await auditPage(chromium, `${site}${EMPTY}`))
          }
          return results
        })
        const shown = medianRun(found)
        for (const [ending, report] of Object.entries(shown.reports)) {
          writeFileSync(path.join(REPORTS, `${name}.${ending}`), report)
        }
        const of = (metric) => medianOf(found.map((run) => run[metric]))
        looks.push({
          page,
          shown,
          blockedMs: of('blockedMs'),
          largestMs: of('largestMs'),
          missed: findMissedGoals(page, found),
        })
      }
    } finally {
      await server.stop()
    }
    const blockedBy = (runs) => medianOf(runs.map(({ blockedMs }) => blockedMs))
    const yardstick = { blockedMs: blockedBy(bare) }
    process.stdout.write(formatTable(looks))
    process.stdout.write(formatRatios(looks, yardstick, blockedBy(empty)))
    process.stdout.write(`Reports: ${path.relative(process.cwd(), REPORTS) || REPORTS}.\n`)
    const missed = looks.flatMap((look) => [...look.missed, ...findMissedRatios(look, yardstick)])
    if (missed.length > 0) throw new Stop(missed.join('\n'))
  })
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { runs: { type: 'string', default: '3' } },
    allowPositionals: true,
  })
  const runs = Number(values.runs)
  const names = LIGHTHOUSE_PAGES.map(({ name }) => name)
  const unknown = positionals.filter((name) => !names.includes(name))
  if (!(Number.isInteger(runs) && runs > 0) || unknown.length > 0) {
    throw new Stop(`Usage: npm run lighthouse -- [--runs 3] [${names.join(' ')}]`, 2)
  }
  const pages = LIGHTHOUSE_PAGES.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  return { runs, pages }
}

/** Log in as a member and as staff of the demo: what the browser keeps of each. `survey`: one whose questions are ours. */
async function logIn(url) {
  const ask = async (path, { token, ...body } = {}) => {
    const answer = await fetch(`${url}/api/${path}`, {
      ...(token ? {} : { method: 'POST', body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    })
    if (!answer.ok) throw new Stop(`The demo answers ${answer.status} to ${path}`)
    return answer.json()
  }
  const password = 'demo-chuma'
  const member = await ask('auth/login', { email: 'member@demo.chuma', password })
  const staff = await ask('admin/login', { username: 'admin', password })
  const surveys = await ask('admin/surveys', { token: staff.token })
  return {
    member: { userToken: member.token },
    staff: { adminToken: staff.token },
    survey: surveys.find(({ kind }) => kind === 'questions').id,
  }
}
