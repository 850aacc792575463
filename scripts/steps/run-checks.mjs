import { seconds } from './report-step.mjs'
import { bin, npm, runMain, runQuietly, Stop } from './run-command.mjs'

const CHECKS = {
  Types: bin('typescript/bin/tsc', '-b'),
  Lint: bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  'Dead code': bin('knip/bin/knip.js'),
  Boundaries: bin('turbo/bin/turbo', 'boundaries'),
  Prose: bin('tsx/dist/cli.mjs', 'scripts/check-prose.ts'),
}

/** Run all checks at once and report each as it ends, with its output if it fails. */
export function runChecks() {
  return runMain(async () => {
    await generateRoutes()
    await Promise.all(Object.entries(CHECKS).map(runCheck))
  })
}

/** The pages' types need the route tree, which is not committed. */
async function generateRoutes() {
  const { code, output } = await runQuietly(...npm('run', 'routes', '-w', '@chuma/web'))
  if (code !== 0) throw new Stop(`${output.trim()}\n\nThe route tree cannot be generated.`)
}

async function runCheck([name, command]) {
  const began = performance.now()
  const { code, output } = await runQuietly(...command)
  if (code !== 0) {
    process.exitCode = 1
    process.stdout.write(`${output.trim()}\n`)
  }
  const took = seconds(performance.now() - began)
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(12)}${took.padStart(9)}\n`)
}
