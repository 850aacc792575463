import { build } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { install } from './install.mjs'
import { seconds } from './report-step.mjs'
import { bin, npm, runLoudly, runMain } from './run-command.mjs'

export function runTests(filters) {
  return runMain(async () => {
    await install()
    await build()
    if (filters.length > 0) {
      process.exitCode = await runLoudly(...bin('vitest/vitest.mjs', 'run', ...filters))
      return
    }
    const env = { CHROMIUM_PATH: await findChromium() }
    const stages = [
      { name: 'Types, lint and boundaries', command: npm('run', 'check') },
      { name: 'Unit and integration tests', command: bin('vitest/vitest.mjs', 'run') },
      { name: 'Browser tests', command: npm('run', 'test:e2e') },
    ]
    const results = []
    for (const { name, command } of stages) {
      process.stdout.write(`\n── ${name} ──\n`)
      const began = performance.now()
      const code = await runLoudly(...command, env)
      results.push({ name, code, took: seconds(performance.now() - began) })
    }
    process.stdout.write('\n')
    for (const { name, code, took } of results) {
      process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(28)}${took.padStart(9)}\n`)
    }
    process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1
  })
}
