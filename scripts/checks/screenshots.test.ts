import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

const screens = readFileSync(join(import.meta.dirname, '../../apps/e2e/pictures/screens.ts'), 'utf8')
const pictured = [...screens.matchAll(/(?:path|shows): '([^'?]+)/g)].map(([, path]) => path)

/** Second addresses of pages that have a picture. */
const SECOND = ['/admin-dashboard', '/admin-survey-manager']

test('npm run screenshots takes a picture of every page', () => {
  const routes = listFiles('apps/web/src/routes/_app')
    .filter((path) => path.endsWith('.tsx'))
    .map(
      (path) =>
        `/${path.split('/_app/')[1]?.slice(0, -'.tsx'.length).replace('_/', '/').replaceAll('.', '/').replace('index', '')}`,
    )
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((route) => !pictured.includes(route) && !SECOND.includes(route))).toEqual([])
})
