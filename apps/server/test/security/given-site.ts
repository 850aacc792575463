import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Create a built site in a temporary folder, beside files that must never be served. */
export async function givenSite() {
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-site-'))
  const webRoot = path.join(folder, 'web')
  for (const name of ['assets/deep', '.git', '.vite'])
    await mkdir(path.join(webRoot, name), { recursive: true })
  const files = {
    'web/index.html': '<script nonce="__CSP_NONCE__" src="/assets/main-abc123.js"></script>',
    'web/app.html': '<script nonce="__CSP_NONCE__" src="/assets/main-abc123.js"></script>',
    'web/404.html': '<script nonce="__CSP_NONCE__" src="/assets/main-abc123.js"></script>',
    'web/.pages.json': JSON.stringify({
      app: 'app.html',
      notFound: '404.html',
      prerendered: { '/': 'index.html' },
      patterns: ['/', '/surveys', '/survey/$surveyId'],
    }),
    'web/assets/main-abc123.js': 'console.log("a site")',
    'web/assets/main-abc123.css': 'body{}',
    'web/favicon.svg': '<svg/>',
    'web/sw.js': 'addEventListener("fetch", () => undefined)',
    'web/manifest.webmanifest': '{}',
    'web/.env': 'SECRET=web-root',
    'web/.git/config': 'SECRET=history',
    'web/.vite/manifest.json': '{"SECRET":"manifest"}',
    'web/assets/deep/.secret': 'SECRET=deep',
    'secret.txt': 'SECRET=outside',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return { webRoot, remove: () => rm(folder, { recursive: true }) }
}
