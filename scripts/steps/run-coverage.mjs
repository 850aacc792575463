import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { bin, root, runLoudly, runMain } from './run-command.mjs'
import { PARTS } from './run-tests.mjs'

const folder = path.join(root, '.cache', 'coverage')
const PACKAGES = ['core', 'db']
const KINDS = ['lines', 'statements', 'functions', 'branches']

/** `all`: by all unit and integration tests; otherwise by those of `npm test`. */
export function runCoverage([part = 'first']) {
  return runMain(async () => {
    await install()
    await build()
    const options = [
      '--coverage.enabled',
      '--coverage.provider=v8',
      ...PACKAGES.map((name) => `--coverage.include=packages/${name}/src/**`),
      ...['**/*.test.ts', '**/testing.ts', '**/*.testing.ts'].map((glob) => `--coverage.exclude=${glob}`),
      '--coverage.reporter=json-summary',
      `--coverage.reportsDirectory=${folder}`,
    ]
    process.exitCode = await runLoudly(...bin('vitest/vitest.mjs', 'run', ...PARTS[part].unit, ...options))
    if (process.exitCode === 0) printTotals()
  })
}

function printTotals() {
  const files = Object.entries(JSON.parse(readFileSync(path.join(folder, 'coverage-summary.json'), 'utf8')))
  for (const name of PACKAGES) {
    const own = files.filter(([file]) => file.includes(path.join('packages', name, 'src')))
    const parts = KINDS.map((kind) => {
      const covered = own.reduce((sum, [, counts]) => sum + counts[kind].covered, 0)
      const total = own.reduce((sum, [, counts]) => sum + counts[kind].total, 0)
      return `${kind} ${((100 * covered) / total).toFixed(2)} % (${covered} of ${total})`
    })
    process.stdout.write(`packages/${name}: ${parts.join(', ')}\n`)
  }
}
