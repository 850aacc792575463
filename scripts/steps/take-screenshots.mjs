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
    const folder = path.join(root, 'docs/images')
    rmSync(folder, { recursive: true, force: true })
    const screens = path.join(folder, 'screens')
    mkdirSync(screens, { recursive: true })
    const env = { CHROMIUM_PATH: await findChromium(), PICTURES_FOLDER: folder }
    process.exitCode = await runLoudly(...npm('run', 'pictures', '-w', '@chuma/e2e'), env)
    const files = readdirSync(screens)
    writeFileSync(path.join(screens, 'README.md'), listScreens(files))
    for (const [first, second] of findTwins(screens, files)) {
      console.error(`${second} shows no more than ${first}`)
      process.exitCode = 1
    }
  })
}

/** Two screens with one picture: one of them does not show what it is for. */
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
    'Taken by `npm run screenshots`, on a product of its own with the demo’s people.',
    '',
    '| screen | phone | desk |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}
