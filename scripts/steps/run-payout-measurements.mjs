import { build, serverEntry } from './build.mjs'
import { install } from './install.mjs'
import { runLoudly, runMain, Stop } from './run-command.mjs'

const program = 'apps/server/test/measure/measure-payouts.ts'

export function runPayoutMeasurements() {
  return runMain(async () => {
    await install()
    await build()
    const code = await runLoudly(process.execPath, ['--import', 'tsx', program, serverEntry])
    if (code !== 0) throw new Stop('', code)
  })
}
