import path from 'node:path'
import { install } from './install.mjs'
import { root, runLoudly, runMain, Stop } from './run-command.mjs'

const program = path.join(root, 'packages', 'core', 'test', 'simulated-year', 'main.ts')

/** Run the year with the arguments after `--`: --seed, --members, --farms, --largest, --days. */
export function runSimulation() {
  return runMain(async () => {
    await install()
    const code = await runLoudly(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {})
    if (code !== 0) throw new Stop('', code)
  })
}
