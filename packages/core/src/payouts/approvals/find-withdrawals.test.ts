import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestDeps, readRow } from '../../testing.ts'
import { givenWithdrawal } from '../testing.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { findWithdrawals } from './find-withdrawals.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const staff = { name: 'staff:fatuma', address: null }

test('a withdrawal is found by its id, its receipt in any case, or its number in any usual spelling', async () => {
  const { id } = await givenWithdrawal(db)
  const { mpesaNumber } = await readRow(db, 'withdrawal', ['mpesaNumber'], { withdrawalId: id })
  const found = async (q: string) => (await findWithdrawals(deps, { q })).map((row) => row.id)
  expect(await found(id)).toEqual([id])
  expect(await found(id.toUpperCase())).toEqual([id])
  expect(await found(`0${mpesaNumber?.slice(3)}`)).toEqual([id])
  expect(await found('SJK7RECEIP')).toEqual([])
  await decideWithdrawal(deps, staff, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, staff, { id, status: 'paid', adminNotes: 'SJK7RECEIP' })
  expect(await found('sjk7receip')).toEqual([id])
  expect(await found('%')).toEqual([])
})
