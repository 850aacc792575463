import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { root, runLoudly, runMain, Stop } from './run-command.mjs'

export const chaosCommand = [
  process.execPath,
  ['--import', 'tsx', path.join(root, 'apps', 'server', 'test', 'chaos', 'chaos.ts')],
]

/** Run the faults that the arguments after `--` name, a few with `--short`, or all. */
export function runChaos() {
  return runMain(async () => {
    await install()
    await build()
    const [file, args] = chaosCommand
    const code = await runLoudly(file, [...args, ...process.argv.slice(2)])
    if (code !== 0) throw new Stop('', code)
  })
}
