import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverEntry } from '../steps/build.mjs'
import { root } from '../steps/run-command.mjs'

const PAGE = path.join(root, 'apps', 'web', 'yardstick.mjs')
const COPY = path.join(root, 'node_modules', '.cache', 'chuma', 'lighthouse')

/** Where the yardstick is found on the server that `buildYardstick` returns. */
export const YARDSTICK = '/yardstick'

/** A page with one heading and no script: what it blocks is the browser's and the machine's share. */
export const EMPTY = '/yardstick/empty'

/**
 * Build the page that the others are compared with: React, the router and Mantine as they come, drawing the landing
 * page's texts. Returns the entry of a copy of the server that serves it beside the product.
 */
export async function buildYardstick() {
  rmSync(COPY, { recursive: true, force: true })
  cpSync(path.dirname(path.dirname(serverEntry)), COPY, { recursive: true })
  const web = path.join(COPY, 'web')
  const vite = createRequire(PAGE).resolve('vite')
  const { build } = await import(pathToFileURL(vite).href)
  const before = process.env.NODE_ENV
  const { output } = await build({
    configFile: false,
    root: path.dirname(PAGE),
    // Mantine's "use client" lines are warnings by the hundred.
    logLevel: 'error',
    publicDir: false,
    define: { __TEXTS__: JSON.stringify(readTexts(readFileSync(path.join(web, 'index.html'), 'utf8'))) },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: PAGE },
    },
  })
  // The build sets it, and the server would refuse to show the demo.
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
  const files = output.map((file) => ({ name: `assets/yardstick-${path.basename(file.fileName)}`, file }))
  for (const { name, file } of files) writeFileSync(path.join(web, name), file.code ?? file.source)
  const nothing = '<h1>Nothing else</h1>'
  writeFileSync(path.join(web, 'yardstick.html'), composePage(files.map(({ name }) => name)))
  writeFileSync(path.join(web, 'empty.html'), composePage([], nothing))
  const list = path.join(web, '.pages.json')
  const pages = JSON.parse(readFileSync(list, 'utf8'))
  pages.prerendered[YARDSTICK] = 'yardstick.html'
  pages.prerendered[EMPTY] = 'empty.html'
  writeFileSync(list, JSON.stringify(pages))
  return path.join(COPY, 'bin', path.basename(serverEntry))
}

function composePage(files, content = '') {
  const nonce = 'nonce="__CSP_NONCE__"'
  const tags = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" ${nonce} href="/${file}">`
      : `<script type="module" ${nonce} src="/${file}"></script>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Yardstick</title><meta name="description" content="A page to compare others with.">${tags.join('')}</head><body><div id="root">${content}</div></body></html>`
}

/** The texts of a page in its order, each with the tag that it follows. */
function readTexts(html) {
  const body = html.slice(html.indexOf('<div id="root"'))
  return [...body.matchAll(/<(\w+)[^>]*>([^<]+)/g)]
    .map(([, tag, text]) => [tag, text.trim()])
    .filter(([tag, text]) => text && tag !== 'script' && tag !== 'style')
}
