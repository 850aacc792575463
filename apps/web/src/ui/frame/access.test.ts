import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Staff sign in on the first and set up their own account on the second. */
const FOR_ALL_STAFF = ['admin-login.tsx', 'admin_/account.tsx']

test('every staff page names the call whose permission it needs', () => {
  const folder = join(import.meta.dirname, '../../routes/_app')
  const pages = globSync(['admin*.tsx', 'admin_/**/*.tsx'], { cwd: folder })
  expect(pages.length).toBeGreaterThan(30)
  const open = pages.filter((page) => !/opensWith: '\w+\.\w+'/.test(readFileSync(join(folder, page), 'utf8')))
  expect(open.sort()).toEqual(FOR_ALL_STAFF)
})
