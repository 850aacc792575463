import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { DESK_STAGES } from '@chuma/contract/payouts/desk-stages'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { givenStaff } from '../../admin/testing.ts'
import type { StaffActor } from '../../caller.ts'
import { createTestDeps, givenMember, giveRole } from '../../testing.ts'
import { pausePayouts } from '../pauses.ts'
import { approve, ask, finance, givenWithdrawal, pay, reject, scriptedPayouts } from '../testing.ts'
import { previewBulkApproval } from './approval-rules.ts'
import { approveWithdrawals } from './approve-withdrawals.ts'
import { decideWithdrawal } from './decide-withdrawal.ts'
import { findWithdrawals } from './find-withdrawals.ts'
import { countWithdrawals, getWithdrawalCase, listWithdrawals } from './list-withdrawals.ts'

type Given = Awaited<ReturnType<typeof givenWithdrawal>>

const { db, close } = await createTestDb()
afterAll(close)

const idsFor = async (staff: StaffActor) =>
  (await previewBulkApproval(deps, staff)).withdrawals.map(({ id }) => id)

test('the preview names exactly what a bulk approval approves; flagged ones and one’s own are left out', async () => {
  const [first, inReview, paused, own, last] = [
    await givenWithdrawal(db),
    await givenWithdrawal(db),
    await givenWithdrawal(db),
    await givenWithdrawal(db),
    await givenWithdrawal(db, { method: 'bank' }),
  ]
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${inReview.id}`.execute(db)
  await pausePayouts(deps, finance, { memberId: paused.memberId, reason: 'A question' })
  const personId = await giveRole(db, own.memberId, { role: 'finance' })
  const { actor: self } = await givenStaff(deps, { role: 'finance', personId })

  const preview = await previewBulkApproval(deps, self)
  const row = { userName: 'Amina Otieno', amountKes: 2000 }
  expect(preview).toEqual({
    withdrawals: [
      { id: first.id, ...row },
      { id: last.id, ...row },
    ],
    amountKes: 4000,
    flaggedCount: 2,
    heldCount: 0,
  })
  expect((await idsFor(finance)).length).toBe(3)
  const idsOf = async (isFlagged: boolean) =>
    (await listWithdrawals(deps, { isFlagged, status: 'pending', sort: 'oldest', limit: 9 })).map(
      ({ id }) => id,
    )
  expect(await idsOf(true)).toEqual([inReview.id, paused.id])
  expect(await idsOf(false)).toEqual([first.id, own.id, last.id])

  const { results } = await approveWithdrawals(deps, self, { all: true, limit: 9 })
  expect(results.filter(({ outcome }) => outcome === 'approved').map(({ id }) => id)).toEqual([
    first.id,
    last.id,
  ])
})

test('a withdrawal that needs two approvals is flagged', async () => {
  const { id } = await givenWithdrawal(db)
  const strict = {
    ...deps,
    economy: async () => economy.parse({ ...defaultEconomy, twoAdminsFromKes: 2000 }),
  }
  expect(await idsFor(finance)).toContain(id)
  expect((await previewBulkApproval(strict, finance)).withdrawals).toEqual([])
})

test('withdrawals are found by name, address, number, receipt or id, within the other filters', async () => {
  const { id, email, memberId } = await givenWithdrawal(db, { mpesaNumber: '254722000111' })
  await sql`update member set first_name = 'Zawadi' where member_id = ${memberId}`.execute(db)
  const found = async (search: string, rest = {}) =>
    (await listWithdrawals(deps, { search, sort: 'newest', limit: 9, ...rest })).map((row) => row.id)
  for (const text of ['zawadi otieno', email, '0722000111', id, memberId])
    expect(await found(text)).toEqual([id])
  expect(await found('zawadi', { status: 'paid' })).toEqual([])
  expect(await found('zawadi', { method: 'bank' })).toEqual([])
  expect(await found('zawadi', { method: 'mpesa', status: 'pending' })).toEqual([id])
  await approve(deps, { id })
  await pay(deps, { id }, 'SJK7ZAWADI')
  expect(await found('sjk7zawadi')).toEqual([id])
  expect(await found('nobody at all')).toEqual([])
})

const deps = createTestDeps(db)

test('a withdrawal is found by its id, its receipt in any case, or its number in any usual spelling', async () => {
  const { id } = await givenWithdrawal(db, { mpesaNumber: '254722000333' })
  const found = async (q: string) => (await findWithdrawals(deps, { q })).map((row) => row.id)
  expect(await found(id)).toEqual([id])
  expect(await found(id.toUpperCase())).toEqual([id])
  expect(await found('0722000333')).toEqual([id])
  expect(await found('SJK7RECEIP')).toEqual([])
  await approve(deps, { id })
  await pay(deps, { id }, 'SJK7RECEIP')
  expect(await found('sjk7receip')).toEqual([id])
  expect(await found('%')).toEqual([])
})

/** Other tests' withdrawals are here too. */
const stagesOf = async (ids: readonly string[], by = deps) => {
  const stages = await Promise.all(
    DESK_STAGES.map(async (stage) => {
      const rows = await listWithdrawals(by, { stage, sort: 'oldest', limit: 500 })
      return rows.flatMap(({ id }) => (ids.includes(id) ? [[id, stage] as const] : []))
    }),
  )
  return new Map(stages.flat())
}

test('each withdrawal is in one stage of the desk, which counts it', async () => {
  const two = createLimitedDeps(
    db,
    { twoAdminsFromKes: 0, firstPayoutHoldHours: 0 },
    { payouts: scriptedPayouts(null) },
  )
  const before = await countWithdrawals(two)
  const given = await Promise.all(Array.from({ length: 7 }, () => givenWithdrawal(db, { method: 'bank' })))
  const [ready, inReview, held, asked, manual, paid, rejected] = given as [
    Given,
    Given,
    Given,
    Given,
    Given,
    Given,
    Given,
  ]
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${inReview.id}`.execute(db)
  await sql`insert into hold (member_id, subject, subject_id, reason, since, facts)
    values (${held.memberId}, 'withdrawal', ${held.id}, 'first-payout', now(), '{}')`.execute(db)
  const maker = await givenSettled(two)
  await pendingOf(
    approve(
      { ...two, economy: async () => ({ ...(await two.economy()), twoAdminsFromKes: 1 }) },
      asked,
      maker.actor,
    ),
  )
  for (const one of [manual, paid]) await approve(two, one)
  await pay(two, paid)
  await reject(two, rejected)
  const stages = await stagesOf(
    given.map(({ id }) => id),
    two,
  )
  expect(stages).toEqual(
    new Map([
      [inReview.id, 'review'],
      [held.id, 'review'],
      [ready.id, 'ready'],
      [asked.id, 'second-person'],
      [manual.id, 'to-pay'],
      [paid.id, 'sent'],
    ]),
  )
  const more = { review: 2, ready: 1, 'second-person': 1, 'to-pay': 1, sent: 1 }
  const after = await countWithdrawals(two)
  for (const stage of DESK_STAGES) expect(after[stage] - before[stage]).toBe(more[stage])
})

test('a case shows where its points came from, the member’s other withdrawals, and what happened to it', async () => {
  const member = await givenMember(db, { points: 10 })
  const { id } = await ask(deps, member, { points: 2 })
  await approve(deps, { id })
  const { caller } = await givenSettled(deps, { role: 'finance' })
  const shown = await getWithdrawalCase(deps, caller, { id })
  expect(shown).toMatchObject({
    withdrawal: { id, status: 'approved' },
    others: [],
    events: [{ action: 'withdrawal.approved', actor: 'staff:fatuma' }],
  })
  expect(shown.sources.reduce((sum, { points }) => sum + points, 0)).toBe(10)
  const later = await ask(deps, member, { points: 1 })
  expect(await getWithdrawalCase(deps, caller, { id: later.id })).toMatchObject({
    sources: [],
    others: [{ id, status: 'approved' }],
  })
})

test('why staff decided is only for people who may decide withdrawals', async () => {
  const { id } = await givenWithdrawal(db)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: 'Known for years' })
  const open = async (role: 'finance' | 'analyst') =>
    getWithdrawalCase(deps, (await givenSettled(deps, { role })).caller, { id })
  expect(await open('finance')).toMatchObject({ events: [{ reason: 'Known for years' }] })
  expect(await open('analyst')).toMatchObject({ events: [{ reason: '' }] })
})
