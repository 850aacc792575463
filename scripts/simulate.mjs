// `npm run simulate`: lets honest members and farms live through a year, and reports what the farms kept and how long others waited.
// Arguments after `--`: --seed, --members, --farms, --largest, --days.
import { onMaintainedNode } from './on-maintained-node.mjs'

const program = 'packages/core/test/simulated-year/main.ts'

onMaintainedNode(async () => {
  const { install } = await import('./steps/install.mjs')
  const { runLoudly, runMain, Stop } = await import('./steps/run-command.mjs')
  return runMain(async () => {
    await install()
    const code = await runLoudly(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)])
    // A missed goal, which the report names.
    if (code !== 0) throw new Stop('', code)
  })
})
