import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { listAudit } from '../../admin/testing.ts'
import { pausePayouts } from '../pauses/pause-payouts.ts'
import { createPayoutDeps, createScriptedProvider, givenWithdrawal, look, takeJobs } from '../testing.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => takeJobs(db))

const { provider } = createScriptedProvider()
const depsWith = (twoAdminsFromKes: number) =>
  createPayoutDeps(db, provider, {
    economy: async () => economy.parse({ ...defaultEconomy, twoAdminsFromKes }),
  })
/** These tests' withdrawals are of KES 2,000. */
const deps = depsWith(2000)
const amina: StaffActor = { name: 'staff:amina', address: null }
const brian: StaffActor = { name: 'staff:brian', address: null }
const approve = { status: 'approved', adminNotes: '' } as const
const reject = { status: 'rejected', adminNotes: 'The name does not match' } as const
const codesOf = (race: PromiseSettledResult<unknown>[]) =>
  race.flatMap((call) => (call.status === 'rejected' ? [call.reason.code] : []))

test('a large withdrawal needs two approvals: the first is noted and pays nothing, the second approves', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const first = await decideWithdrawal(deps, amina, { id, ...approve })
  expect(first).toMatchObject({
    status: 'pending',
    payoutState: null,
    firstApprovedBy: 'staff:amina',
    firstApprovedAt: expect.any(Date),
    processedBy: null,
  })
  expect(await takeJobs(db)).toEqual([])
  const second = await decideWithdrawal(deps, brian, { id, ...approve })
  expect(second).toMatchObject({
    status: 'approved',
    payoutState: 'queued',
    firstApprovedBy: 'staff:amina',
    processedBy: 'brian',
  })
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
  expect((await listAudit(db, `withdrawal:${id}`)).map(({ actor, action }) => [actor, action])).toEqual([
    ['staff:amina', 'withdrawal.first-approved'],
    ['staff:brian', 'withdrawal.approved'],
  ])
})

test('a shilling less needs one approval, and so does everything without a limit', async () => {
  for (const by of [depsWith(2001), depsWith(0)]) {
    const { id } = await givenWithdrawal(db)
    expect(await decideWithdrawal(by, amina, { id, ...approve })).toMatchObject({
      status: 'approved',
      firstApprovedBy: null,
    })
  }
})

test('the first approver is told that someone else has to confirm', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await decideWithdrawal(deps, amina, { id, ...approve })
  await expect(decideWithdrawal(deps, amina, { id, ...approve })).rejects.toMatchObject({
    code: 'NEEDS_ANOTHER_ADMIN',
  })
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: [] })
  expect(await listAudit(db, `withdrawal:${id}`)).toHaveLength(1)
})

test('an API key’s approval does not count as the first or second', async () => {
  const { id } = await givenWithdrawal(db)
  const key: StaffActor = { name: 'key:script', address: null }
  await expect(decideWithdrawal(deps, key, { id, ...approve })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await decideWithdrawal(deps, amina, { id, ...approve })
  await expect(decideWithdrawal(deps, key, { id, ...approve })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const small = await givenWithdrawal(db)
  expect(await decideWithdrawal(depsWith(0), key, { id: small.id, ...approve })).toMatchObject({
    status: 'approved',
  })
})

test('a rejection removes the first approval', async () => {
  for (const staff of [amina, brian]) {
    const { id, ref } = await givenWithdrawal(db)
    await decideWithdrawal(deps, amina, { id, ...approve })
    const rejected = await decideWithdrawal(deps, staff, { id, ...reject })
    expect(rejected).toMatchObject({ status: 'rejected', firstApprovedBy: null, firstApprovedAt: null })
    expect(await look(db, ref)).toMatchObject({ available: 10, held: 0 })
  }
})

test('of twenty concurrent approvals by one admin one counts, as the first', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 20 }, () => decideWithdrawal(deps, amina, { id, ...approve })),
  )
  expect(codesOf(race)).toEqual(Array(19).fill('NEEDS_ANOTHER_ADMIN'))
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: [] })
  expect(await takeJobs(db)).toEqual([])
})

test('of ten concurrent approvals by each of two admins one is the first and one of the other admin the second', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 20 }, (_, n) => decideWithdrawal(deps, n % 2 ? amina : brian, { id, ...approve })),
  )
  expect(race.filter((call) => call.status === 'fulfilled')).toHaveLength(2)
  for (const code of codesOf(race)) expect(['NEEDS_ANOTHER_ADMIN', 'WITHDRAWAL_STATE']).toContain(code)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
  const actors = (await listAudit(db, `withdrawal:${id}`)).map(({ actor }) => actor)
  expect(actors.sort()).toEqual(['staff:amina', 'staff:brian'])
})

test('a withdrawal in review cannot be approved in bulk, only individually', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${id}`.execute(db)
  const by = depsWith(0)
  await expect(decideWithdrawal(by, amina, { id, ...approve, isBulk: true })).rejects.toMatchObject({
    code: 'NEEDS_REVIEW',
  })
  expect(await look(db, ref)).toMatchObject({ status: 'pending' })
  expect(await decideWithdrawal(by, amina, { id, ...approve })).toMatchObject({ status: 'approved' })
})

test('withdrawals that need two approvals or are paused are not approved in bulk', async () => {
  const large = await givenWithdrawal(db)
  const bulk = { ...approve, isBulk: true }
  await expect(decideWithdrawal(deps, amina, { id: large.id, ...bulk })).rejects.toMatchObject({
    code: 'NEEDS_REVIEW',
  })
  await decideWithdrawal(deps, amina, { id: large.id, ...approve })
  await expect(decideWithdrawal(deps, brian, { id: large.id, ...bulk })).rejects.toMatchObject({
    code: 'NEEDS_REVIEW',
  })
  const paused = await givenWithdrawal(db)
  await pausePayouts(deps, amina, { memberId: paused.memberId, reason: 'Because' })
  const ordinary = await givenWithdrawal(db)
  const by = depsWith(0)
  await expect(decideWithdrawal(by, amina, { id: paused.id, ...bulk })).rejects.toMatchObject({
    code: 'NEEDS_REVIEW',
  })
  expect(await decideWithdrawal(by, amina, { id: ordinary.id, ...bulk })).toMatchObject({
    status: 'approved',
  })
})
