import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createPasswords } from '../../auth/passwords/passwords.ts'
import { createTestDeps } from '../../testing.ts'
import { createStaff } from './manage-staff.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db, { passwords: createPasswords() })

test('a username is unique, ignoring case', async () => {
  await createStaff(deps, { username: 'joyce', password: 'demo-chuma', role: 'owner' })
  const again = createStaff(deps, { username: 'JOYCE', password: 'other', role: 'analyst' })
  await expect(again).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { username: [problem('NAME_TAKEN')] },
  })
  expect(await db.selectFrom('staff').select(['username', 'role']).execute()).toEqual([
    { username: 'joyce', role: 'owner' },
  ])
})

test.each(['', 'x', 'jо yce', 'joyсe', '.joyce', 'a'.repeat(61), 'joyce\0'])(
  'a name like %j, which could be confused with another, is refused',
  async (username) => {
    await expect(
      createStaff(deps, { username, password: 'demo-chuma', role: 'owner' }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  },
)

test('the password is stored as a hash', async () => {
  await createStaff(deps, { username: 'kamau', password: 'demo-chuma', role: 'owner' })
  const row = await db
    .selectFrom('staff')
    .select('passwordHash')
    .where('username', '=', 'kamau')
    .executeTakeFirst()
  expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})
