import { build } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { install } from './install.mjs'
import { npm, runLoudly, runMain } from './run-command.mjs'

export function checkAccessibility(args) {
  return runMain(async () => {
    await install()
    await build()
    const command = npm('run', 'accessibility', '-w', '@chuma/e2e', '--', ...args)
    process.exitCode = await runLoudly(...command, { CHROMIUM_PATH: await findChromium() })
  })
}
