import { expect, test } from 'vitest'
import { listProcedureMeta } from './list-endpoints.ts'

/** Update it with `npx vitest run packages/api/src/staff-permissions.test.ts -u`. */
test('the map that staff pages take their permissions from is what the procedures declare', async () => {
  const entries = listProcedureMeta().flatMap(({ name, access }) =>
    access?.permission ? `  '${name}': '${access.permission}',` : [],
  )
  await expect(`${HEAD}${entries.sort().join('\n')}\n${FOOT}`).toMatchFileSnapshot(
    '../../contract/src/admin/staff-permissions.gen.ts',
  )
})

const HEAD = `import type { Permission } from './permissions.ts'

/** Generated from what the procedures declare: the permission that each of staff's calls needs. */
export const staffPermissions = {
`
const FOOT = `} as const satisfies Record<string, Permission>

export type StaffProcedure = keyof typeof staffPermissions
`
