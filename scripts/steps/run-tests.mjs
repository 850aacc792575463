import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { findChromium, LIGHTEST } from './find-chromium.mjs'
import { install } from './install.mjs'
import { listSlowest, nameFailures } from './read-reports.mjs'
import { seconds } from './report-step.mjs'
import { chaosCommand } from './run-chaos.mjs'
import { bin, npm, root, runLoudly, runMain, runQuietly, runWatched } from './run-command.mjs'

const reportOf = (name) => path.join(root, '.cache', 'tests', `${name}.json`)

/**
 * What each command runs: `npm test` the rules and one browser test a journey, `npm run test:rest` what else gates a change, and
 * `npm run test:all` everything, with the long searches.
 */
export const PARTS = {
  first: { unit: ['--exclude=**/*.rest.test.ts'], browser: ['--grep=@journey'] },
  rest: { unit: ['.rest.test.ts'], browser: ['--grep-invert=@journey|@long'] },
  all: { unit: [], browser: [] },
}

/** What only `npm run test:all` runs. Each has a command of its own. */
const longStages = () => [
  { name: 'Every page in every way', command: npm('run', 'accessibility', '-w', '@chuma/e2e') },
  // Passes with a notice if Patroni, etcd or haproxy is not installed.
  { name: 'Chaos', command: chaosCommand },
]

const GIB = 2 ** 30

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm'

/**
 * Make a temporary folder in memory, where copying a test database takes a tenth of the time that it takes on disk. Undefined
 * where memory is short: a container often has 64 MB there.
 */
function makeMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < 3 * GIB || freemem() < 5 * GIB) return undefined
    const folder = mkdtempSync(path.join(IN_MEMORY, 'chuma-tests-'))
    // PostgreSQL refuses to run as root; the tests then start it under another account, which has to get in.
    chmodSync(folder, 0o1777)
    return folder
  } catch {
    return undefined
  }
}

/** Run the tests of a part, or only the unit and integration tests that match `filters`, of whichever part. */
export function runTests(part, filters) {
  return runMain(async () => {
    await install()
    await build()
    const folder = makeMemoryFolder()
    try {
      await runStages(part, filters, folder ? { TMPDIR: folder } : {})
    } finally {
      if (folder) rmSync(folder, { recursive: true, force: true })
    }
  })
}

async function runStages(part, filters, temporary) {
  if (filters.length > 0) {
    process.exitCode = await runLoudly(...bin('vitest/vitest.mjs', 'run', ...filters), temporary)
    return
  }
  const env = { ...temporary, CHROMIUM_PATH: await findChromium(LIGHTEST), E2E_REPORT: reportOf('browser') }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('unit')}`]
  const { unit, browser } = PARTS[part]
  const stages = [
    {
      name: 'Unit and integration tests',
      command: bin('vitest/vitest.mjs', 'run', ...unit, ...reporters),
      report: reportOf('unit'),
    },
    {
      name: 'Browser tests',
      command: npm('run', 'e2e', '-w', '@chuma/e2e', '--', ...browser),
      report: env.E2E_REPORT,
    },
    ...(part === 'all' ? longStages() : []),
  ]
  // Tests wait for programs and the database for a third of their time, which is enough for the checks.
  const checks = part === 'rest' ? [] : [runStage(CHECKS, () => runQuietly(...CHECKS.command, { env }))]
  const results = []
  for (const stage of stages) {
    process.stdout.write(`\n── ${stage.name} ──\n`)
    results.push(await runStage(stage, () => runWatched(...stage.command, env)))
  }
  summarise(part, [...(await Promise.all(checks)), ...results])
}

const AFTER_SUCCESS = {
  first: 'Next: npm start runs the product, npm run test:rest the other tests.',
  rest: 'Next: npm run test:all adds the long searches.',
  all: 'Next: npm start runs the product.',
}
const AFTER_FAILURE =
  'Next: run one file again with npm test -- PATH (browser tests: npm run test:e2e -- PATH).'

const CHECKS = { name: 'Types, lint and boundaries', command: npm('run', 'check') }

async function runStage({ name, report }, run) {
  if (report) for (const file of [report, `${report}.server`]) rmSync(file, { force: true })
  const began = performance.now()
  const { code, output } = await run()
  return { name, code, output, report, took: seconds(performance.now() - began) }
}

/** A failure is said last, where a long log is read first. */
function summarise(part, results) {
  process.stdout.write('\nThe slowest files:\n')
  for (const line of listSlowest(results.flatMap(({ report }) => report ?? [])))
    process.stdout.write(`${line}\n`)
  process.stdout.write('\n')
  for (const { name, code, took, report, output } of results) {
    process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(28)}${took.padStart(9)}\n`)
    if (code === 0) continue
    const lines = report ? nameFailures(report, output) : output.trim().split('\n')
    for (const line of lines) process.stdout.write(`        ${line}\n`)
  }
  const hasPassed = results.every(({ code }) => code === 0)
  process.stdout.write(hasPassed ? `\n${AFTER_SUCCESS[part]}\n` : `\n${AFTER_FAILURE}\n`)
  process.exitCode = hasPassed ? 0 : 1
}
