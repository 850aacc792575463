import { bin, runLoudly, runMain } from './run-command.mjs'

const CHECKS = [
  bin('turbo/bin/turbo', 'run', 'typecheck'),
  bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  bin('knip/bin/knip.js'),
  bin('turbo/bin/turbo', 'boundaries'),
  bin('tsx/dist/cli.mjs', 'scripts/check-prose.ts'),
]

export function runChecks() {
  return runMain(async () => {
    for (const check of CHECKS) {
      process.exitCode = await runLoudly(...check)
      if (process.exitCode !== 0) return
    }
  })
}
