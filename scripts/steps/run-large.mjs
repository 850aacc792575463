import { install } from './install.mjs'
import { runLoudly, runMain, Stop } from './run-command.mjs'

/** Run a program on the large data set with the arguments after `--`. */
export function runLarge(program) {
  return runMain(async () => {
    await install()
    const file = `apps/server/test/measure/${program}`
    const code = await runLoudly(process.execPath, ['--import', 'tsx', file, ...process.argv.slice(2)])
    if (code !== 0) throw new Stop('', code)
  })
}
