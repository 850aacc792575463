import { profile } from '@chuma/contract/account/profile'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, givenMember } from '../testing.ts'
import { getProfile } from './own-account.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('a profile shows the end of premium while it lasts', async () => {
  const member = await givenMember(db)
  const standing = async () => {
    const { premiumUntil, user } = profile.parse(await getProfile(deps, member))
    return [premiumUntil, user.isPremium]
  }
  const setPremium = (until: string) =>
    db
      .updateTable('member')
      .set({ premiumUntil: new Date(until) })
      .where('memberId', '=', member.memberId)
      .execute()
  expect(await standing()).toEqual([null, false])
  await setPremium('2999-01-01')
  expect(await standing()).toEqual(['2999-01-01T00:00:00.000Z', true])
  await setPremium('2001-01-01')
  expect(await standing()).toEqual([null, false])
})
