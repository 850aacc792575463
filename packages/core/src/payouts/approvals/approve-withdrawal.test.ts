import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { lockSpending } from '@chuma/db/queries/admin/approvals'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import type { WithdrawalRef } from '@chuma/db/queries/payouts/payouts'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { pausePayouts } from '../pauses.ts'
import { createPayoutDeps, createScriptedProvider, givenWithdrawal, look, takeJobs } from '../testing.ts'
import { approveUnreviewed, decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => takeJobs(db))

const { provider } = createScriptedProvider()
const depsWith = (twoAdminsFromKes: number) =>
  createPayoutDeps(db, provider, {
    economy: async () => economy.parse({ ...defaultEconomy, firstPayoutHoldHours: 0, twoAdminsFromKes }),
  })
/** These tests' withdrawals are of KES 2,000. */
const deps = depsWith(2000)
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor
const approve = { status: 'approved', adminNotes: '' } as const
const ask = (id: string, by = deps) => pendingOf(decideWithdrawal(by, amina, { id, ...approve }))
/** As one of many. */
const one = (ref: WithdrawalRef) => ({ ...ref, isOfMaker: false })
const confirm = (approvalId: string) =>
  decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })

test('a large withdrawal needs two people: the first asks and pays nothing, the second approves', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: [] })
  expect(await getAdminWithdrawal(db, id)).toMatchObject({
    firstApprovedBy: amina.name,
    firstApprovedAt: expect.any(Date),
    processedBy: null,
  })
  expect(await takeJobs(db)).toEqual([])
  expect(await confirm(approvalId)).toMatchObject({ state: 'executed', amountKes: 2000 })
  expect(await getAdminWithdrawal(db, id)).toMatchObject({ payoutState: 'queued', firstApprovedBy: null })
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
  expect(await listAudit(db, `withdrawal:${id}`)).toMatchObject([
    { actor: amina.name, action: 'withdrawal.approved', after: { approvalId, approvedBy: brian.name } },
  ])
})

test('a shilling less needs one approval, and so does everything without a limit', async () => {
  for (const by of [depsWith(2001), depsWith(0)]) {
    const { id } = await givenWithdrawal(db)
    expect(await decideWithdrawal(by, amina, { id, ...approve })).toMatchObject({ status: 'approved' })
  }
})

test('what one person approves in a day is limited too', async () => {
  const economy = async () => ({ ...(await depsWith(0).economy()), dailyApprovalsStaffKes: 5000 })
  const limited = { ...depsWith(0), economy }
  const { actor } = await givenSettled(deps, { role: 'finance' })
  const [first, second, third] = [
    await givenWithdrawal(db),
    await givenWithdrawal(db),
    await givenWithdrawal(db),
  ]
  for (const { id } of [first, second]) await decideWithdrawal(limited, actor, { id, ...approve })
  const { approvalId } = await pendingOf(decideWithdrawal(limited, actor, { id: third.id, ...approve }))
  await confirm(approvalId)
  expect(await look(db, third.ref)).toMatchObject({ status: 'approved' })
})

test('a second person who gave the member the points does not approve it', async () => {
  const { id, memberId } = await givenWithdrawal(db)
  const numbers = { points: 50, totalEarnings: 50 }
  await editEarnings(createPayoutDeps(db, provider), brian, {
    memberId,
    ...numbers,
    reason: 'Missing survey',
  })
  const { approvalId } = await ask(id)
  await expect(confirm(approvalId)).rejects.toMatchObject({
    failure: { code: 'FORBIDDEN', params: { why: 'ownCredit' } },
  })
})

test('a rejection makes the request outdated', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  await decideWithdrawal(deps, brian, { id, status: 'rejected', adminNotes: 'The name does not match' })
  await expect(confirm(approvalId)).rejects.toMatchObject({
    failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } },
  })
  expect(await look(db, ref)).toMatchObject({ available: 10, held: 0 })
})

test('a request whose payload was changed since it was asked for is refused, and pays nothing', async () => {
  const [asked, other] = [await givenWithdrawal(db), await givenWithdrawal(db)]
  const { approvalId } = await ask(asked.id)
  await sql`alter table approval_request disable trigger user`.execute(db)
  await sql`
    update approval_request set payload = payload || jsonb_build_object('id', ${other.id}::text)
    where approval_id = ${approvalId}`.execute(db)
  await sql`alter table approval_request enable trigger user`.execute(db)
  await expect(confirm(approvalId)).rejects.toMatchObject({
    failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } },
  })
  for (const { ref } of [asked, other]) expect(await look(db, ref)).toMatchObject({ status: 'pending' })
})

test('of two approvals at once that together exceed a person’s day one waits for a second person', async () => {
  const economy = async () => ({ ...(await depsWith(0).economy()), dailyApprovalsStaffKes: 3000 })
  const limited = { ...depsWith(0), economy }
  const { actor, personId } = await givenSettled(deps, { role: 'finance' })
  const both = [await givenWithdrawal(db), await givenWithdrawal(db)]
  const race = await startBehind(
    db,
    (trx) => lockSpending(trx, personId),
    () => both.map(({ id }) => decideWithdrawal(limited, actor, { id, ...approve })),
  )
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const states = await Promise.all(both.map(async ({ ref }) => (await look(db, ref)).status))
  expect(states.toSorted()).toEqual(['approved', 'pending'])
})

test('of ten concurrent confirmations one queues one payout', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 10 }, () => confirm(approvalId)),
  )
  expect(race.filter((call) => call.status === 'fulfilled')).toHaveLength(1)
  for (const call of race) {
    if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'APPROVAL_STATE' })
  }
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
})

test('a withdrawal in review cannot be approved in bulk, only individually', async () => {
  const { id, ref } = await givenWithdrawal(db)
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${id}`.execute(db)
  const by = depsWith(0)
  await expect(approveUnreviewed(by, amina, one(ref))).rejects.toMatchObject({
    code: 'NEEDS_REVIEW',
  })
  expect(await look(db, ref)).toMatchObject({ status: 'pending' })
  expect(await decideWithdrawal(by, amina, { id, ...approve })).toMatchObject({ status: 'approved' })
})

test('paused withdrawals are not approved in bulk, and large ones wait for a second person', async () => {
  const large = await givenWithdrawal(db)
  await pendingOf(approveUnreviewed(deps, amina, one(large.ref)))
  expect(await look(db, large.ref)).toMatchObject({ status: 'pending' })
  const paused = await givenWithdrawal(db)
  await pausePayouts(deps, amina, { memberId: paused.memberId, reason: 'Because' })
  const ordinary = await givenWithdrawal(db)
  const by = depsWith(0)
  await expect(approveUnreviewed(by, amina, one(paused.ref))).rejects.toMatchObject({ code: 'NEEDS_REVIEW' })
  await approveUnreviewed(by, amina, one(ordinary.ref))
  expect(await look(db, ordinary.ref)).toMatchObject({ status: 'approved' })
})
