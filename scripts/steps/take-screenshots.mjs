import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from './build.mjs'
import { findChromium } from './find-chromium.mjs'
import { install } from './install.mjs'
import { npm, root, runLoudly, runMain } from './run-command.mjs'

const DEVICES = ['phone', 'desk']
const SCHEMES = ['light', 'dark']

export function takeScreenshots() {
  return runMain(async () => {
    await install()
    await build()
    const folder = path.join(root, '.screenshots')
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder)
    const env = { CHROMIUM_PATH: await findChromium() }
    process.exitCode = await runLoudly(...npm('run', 'pictures', '-w', '@chuma/e2e'), env)
    const files = readdirSync(folder)
    writeFileSync(path.join(folder, 'README.md'), listScreens(files))
    for (const [first, second] of findTwins(folder, files)) {
      console.error(`${second} is the same picture as ${first}`)
      process.exitCode = 1
    }
    console.log(`Every screen: ${path.join(folder, 'README.md')}`)
  })
}

/** Identical pictures: one of the two screens was not reached. */
function findTwins(folder, files) {
  const seen = new Map()
  return files.flatMap((file) => {
    const bytes = readFileSync(path.join(folder, file)).toString('latin1')
    const first = seen.get(bytes)
    seen.set(bytes, first ?? file)
    return first ? [[first, file]] : []
  })
}

function listScreens(files) {
  const names = [...new Set(files.flatMap((file) => /^(.+?)-(phone|desk)-/.exec(file)?.[1] ?? []))].sort()
  const rows = names.map((name) => {
    const [phone, desk] = DEVICES.map((device) =>
      SCHEMES.map((scheme) => `[${scheme}](${name}-${device}-${scheme}.webp)`).join(' · '),
    )
    return `| ${name} | ${phone} | ${desk} |`
  })
  return [
    '# Screens',
    '',
    'Taken by `npm run screenshots` on its own server, with the demo’s people.',
    '',
    '| screen | phone | desk |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
