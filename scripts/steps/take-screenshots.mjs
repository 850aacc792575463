import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { install } from './install.mjs'
import { npm, root, runLoudly, runMain } from './run-command.mjs'

const WIDTHS = [360, 1280]

export function takeScreenshots() {
  return runMain(async () => {
    await install()
    await build()
    const folder = path.join(root, 'docs/images/screens')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    // The tests that look at each screen on a phone and on a desk say so in their names.
    const command = npm('run', 'test:e2e', '--', '--grep', '(is|are) for everybody')
    const env = { CHROMIUM_PATH: await findChromium(), E2E_SCREENSHOTS: folder }
    process.exitCode = await runLoudly(...command, env)
    writeFileSync(path.join(folder, 'README.md'), listScreens(readdirSync(folder)))
  })
}

function listScreens(files) {
  const names = [...new Set(files.flatMap((file) => /^(.+)-\d+\.jpg$/.exec(file)?.[1] ?? []))].sort()
  const rows = names.map((name) => {
    const links = WIDTHS.map((width) => `[${width} px](${name}-${width}.jpg)`)
    return `| ${name} | ${links.join(' | ')} |`
  })
  return [
    '# Screens',
    '',
    'Made by the browser tests with `npm run screenshots`, on the demo’s data.',
    '',
    '| screen | phone | desk |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
