import { rmSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { install } from './install.mjs'
import { nameFailures } from './name-failures.mjs'
import { seconds } from './report-step.mjs'
import { chaosCommand } from './run-chaos.mjs'
import { bin, npm, root, runLoudly, runMain } from './run-command.mjs'

const reportOf = (name) => path.join(root, '.cache', 'tests', `${name}.json`)

/** What only `npm run test:all` runs. Each has a command of its own. */
const longStages = () => [
  { name: 'Every page in every way', command: npm('run', 'accessibility', '-w', '@chuma/e2e') },
  // Passes with a notice if Patroni, etcd or haproxy is not installed.
  { name: 'Chaos', command: chaosCommand },
]

export function runTests(filters) {
  return runMain(async () => {
    await install()
    await build()
    if (filters.length > 0) {
      process.exitCode = await runLoudly(...bin('vitest/vitest.mjs', 'run', ...filters))
      return
    }
    const env = { CHROMIUM_PATH: await findChromium(), E2E_REPORT: reportOf('browser') }
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportOf('unit')}`]
    const stages = [
      { name: 'Types, lint and boundaries', command: npm('run', 'check') },
      {
        name: 'Unit and integration tests',
        command: bin('vitest/vitest.mjs', 'run', ...reporters),
        report: reportOf('unit'),
      },
      { name: 'Browser tests', command: npm('run', 'test:e2e'), report: env.E2E_REPORT },
      ...(process.env.TEST_LONG === 'on' ? longStages() : []),
    ]
    const results = []
    for (const { name, command, report } of stages) {
      process.stdout.write(`\n── ${name} ──\n`)
      if (report) for (const file of [report, `${report}.server`]) rmSync(file, { force: true })
      const began = performance.now()
      const code = await runLoudly(...command, env)
      results.push({ name, code, took: seconds(performance.now() - began), report })
    }
    process.stdout.write('\n')
    for (const { name, code, took, report } of results) {
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(28)}${took.padStart(9)}\n`)
      if (code !== 0 && report)
        for (const line of nameFailures(report)) process.stdout.write(`        ${line}\n`)
    }
    process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1
  })
}
