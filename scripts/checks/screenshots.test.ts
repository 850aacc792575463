import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const screens = read('apps/e2e/pictures/screens.ts')
const pictured = [...screens.matchAll(/(?:path|shows): '([^'?]+)/g)].map(([, path]) => path)

/** Second addresses of pages that already have a picture. */
const SECOND = ['/admin-dashboard', '/admin-survey-manager']

test('npm run screenshots takes a picture of every page', () => {
  const routes = listFiles('apps/web/src/routes/_app')
    .filter((path) => path.endsWith('.tsx'))
    .map(
      (path) =>
        `/${path.split('/_app/')[1]?.slice(0, -'.tsx'.length).replaceAll('.', '/').replaceAll('_/', '/').replace('index', '')}`,
    )
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((route) => !pictured.includes(route) && !SECOND.includes(route))).toEqual([])
})

test('docs/images holds exactly the pictures that the docs show and the command makes', () => {
  const kept = listFiles('docs/images').map((path) => basename(path))
  const pages = ['README.md', ...listFiles('docs').filter((path) => path.endsWith('.md'))]
  const shown = pages.flatMap((path) =>
    [...read(path).matchAll(/"(?:docs\/)?images\/([^"]+)"/g)].map(([, file]) => file),
  )
  const made = [...screens.matchAll(/name: '([^']+)'[^{}]*?shown: \[([^\]]+)\]/g)].flatMap(
    ([, name, variants = '']) =>
      [...variants.matchAll(/'([^']+)'/g)].map(([, variant]) => `${name}-${variant}.webp`),
  )
  const films = [...read('apps/e2e/pictures/films.spec.ts').matchAll(/startFilm\('([^']+)'/g)].map(
    ([, name]) => `${name}.webp`,
  )
  expect(kept).toHaveLength(13)
  expect([...new Set(shown)].sort()).toEqual(kept.sort())
  expect([...made, ...films].sort()).toEqual(kept)
  const bytes = films.reduce((sum, film) => sum + statSync(join(root, 'docs/images', film)).size, 0)
  expect(bytes).toBeLessThan(400_000)
})
