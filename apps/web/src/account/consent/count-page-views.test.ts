import { readFileSync } from 'node:fs'
import { PAGE_ROUTES } from '@chuma/contract/page-routes'
import { expect, test } from 'vitest'

/** The patterns of all pages, as the build lists them. */
function listPages(): string[] {
  const tree = readFileSync(new URL('../../route-tree.gen.ts', import.meta.url), 'utf8')
  const body = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree)?.[1] ?? ''
  return [...body.matchAll(/'([^']+)':/g)].map((match) => match[1] ?? '')
}

const isForStaff = (page: string) => page.startsWith('/admin') || page === '/set-up'

test('every page that is neither for staff nor for clients is counted under its pattern', () => {
  const pages = listPages().filter((page) => !isForStaff(page) && !page.startsWith('/client'))
  expect(pages.length).toBeGreaterThan(15)
  expect([...pages].sort()).toEqual([...PAGE_ROUTES].sort())
})
