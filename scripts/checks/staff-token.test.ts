import { expect, test } from 'vitest'
import { procedureAccess } from '../../apps/server/test/access/expectations.ts'
import { isAdminPath } from '../../apps/web/src/auth/session.ts'

const FOR_MEMBERS: readonly string[] = ['member', 'premium']
const pathsFor = (isWanted: (access: string) => boolean) =>
  Object.entries(procedureAccess).flatMap(([path, access]) => (isWanted(access) ? [path] : []))

test("a member's call never carries the token of a person who is signed in as staff too", () => {
  const paths = pathsFor((access) => FOR_MEMBERS.includes(access))
  expect(paths.length).toBeGreaterThan(30)
  expect(paths.filter(isAdminPath)).toEqual([])
})

test("every call of staff carries the staff member's token", () => {
  const paths = pathsFor((access) => !FOR_MEMBERS.includes(access) && !['public', 'client'].includes(access))
  expect(paths.length).toBeGreaterThan(80)
  expect(paths.filter((path) => !isAdminPath(path))).toEqual([])
})
