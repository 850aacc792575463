// Renders the PNG images that other programs need. Run by hand after changing a drawing: `node draw-images.mjs`
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const here = import.meta.dirname
const { chromium } = createRequire(path.join(here, '../e2e/package.json'))('@playwright/test')
const mark = await readFile(path.join(here, 'public/favicon.svg'), 'utf8')
const preview = await readFile(path.join(here, 'drawings/preview.svg'), 'utf8')
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

async function draw(name, [width, height], body) {
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(
    `<style>*{margin:0}svg{display:block}body{display:grid;place-items:center;height:100vh}</style>${body}`,
  )
  await page.screenshot({ path: path.join(here, 'public', name), omitBackground: true })
  await page.close()
}

const sized = (size) => mark.replace('<svg ', `<svg width="${size}" height="${size}" `)
// Maskable icons keep only the inner four fifths: the background fills the edge, the mark stays inside.
const filled = (size, part) => `<style>body{background:#1d5f43}</style>${sized(Math.round(size * part))}`
await draw('icon-192.png', [192, 192], sized(192))
await draw('icon-512.png', [512, 512], sized(512))
await draw('icon-maskable-512.png', [512, 512], filled(512, 0.6))
await draw('apple-touch-icon.png', [180, 180], filled(180, 0.8))
await draw('preview.png', [1200, 630], preview.replace('MARK', sized(32)))
await browser.close()
