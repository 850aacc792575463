import { isErased } from '@chuma/db/queries/account/members'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import type { SignedInMember } from '../../caller.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { createMailCapture, createTestDeps, givenMember } from '../../testing.ts'
import { approveWithdrawals } from '../approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { late, openDesk } from '../corrections/testing.ts'
import { putInDebt, setDebtOff } from '../holds/testing.ts'
import { finance, newReceipt, runJobs } from '../testing.ts'
import { requestWithdrawal } from '../withdrawals.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { mail, sent: mails } = createMailCapture()
const deps = createTestDeps(db, { mail })

let people = 0
/** A person whose account was deleted while it owed five points. */
async function givenFormer({ owes = true } = {}) {
  const name = `otieno${people++}`
  const former = await givenMember(db, { email: `${name}@gmail.com`, points: 5 })
  if (owes) await putInDebt(db, former)
  await letDeletionCome(db, former.memberId)
  return { former, name }
}

const comeBack = (name: string, tag = 'again') =>
  givenMember(db, { email: `${name}+${tag}@googlemail.com`, points: 8 })

let numbers = 0
const ask = (member: SignedInMember, mpesaNumber = `25471130${String(1000 + numbers++)}`) =>
  requestWithdrawal(deps, member, {
    withdrawalMethod: 'mpesa',
    pointsToWithdraw: 8,
    mpesaNumber,
    idempotencyKey: undefined,
  })

async function balanceOf({ memberId }: SignedInMember) {
  const wallet = await db
    .selectFrom('wallet')
    .select(['available', 'held'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return [wallet.available, wallet.held]
}

const reverse = (memberId: string) =>
  sql`select book_posting(${memberId}, 'reversal', -3, 0, 'reversals', 'late reversal', 'Taken back', null, 1, 'system')`.execute(
    db,
  )

test('a deleted account’s debt meets the next account of the same mailbox, which is told and not approved in bulk', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(deps)
  expect(await balanceOf(former)).toEqual([-5, 0])
  const member = await comeBack(name)
  const asked = await ask(member)
  expect(asked.holds.map(({ reason }) => reason)).toContain('debt')
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [-5, 8],
  ])
  const { results } = await approveWithdrawals(deps, finance, { ids: [asked.id], limit: 10 })
  expect(results).toMatchObject([{ outcome: 'held' }])
  await runJobs(deps)
  expect(mails.filter(({ kind }) => kind === 'sendDebtMoved').map((each) => each.mail)).toEqual([
    { to: member.email, firstName: 'Amina', points: 5 },
  ])
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })

  await decideWithdrawal(deps, finance, { id: asked.id, status: 'approved', adminNotes: '' })
  const pay = () =>
    decideWithdrawal(deps, finance, { id: asked.id, status: 'paid', adminNotes: 'QWE1234567' })
  await expect(pay()).rejects.toMatchObject({ code: 'WITHDRAWAL_HELD' })
  await setDebtOff(db, member)
  expect(await pay()).toMatchObject({ status: 'paid' })
})

test('a proven number brings the debt to an account with another mailbox', async () => {
  const { former } = await givenFormer({ owes: false })
  const number = '254711309999'
  await setDebtOff(db, former)
  const { id } = await ask(former, number)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  await decideWithdrawal(deps, finance, { id, status: 'paid', adminNotes: 'QWE7654321' })
  await sql`select book_posting(${former.memberId}, 'reversal', -20, 0, 'reversals', 'x', 'Taken back', null, 1, 'system')`.execute(
    db,
  )
  await eraseMembers(deps)
  const stranger = await givenMember(db, { points: 8 })
  expect((await ask(stranger)).holds.map(({ reason }) => reason)).not.toContain('debt')
  const back = await givenMember(db, { points: 8 })
  expect((await ask(back, number)).holds.map(({ reason }) => reason)).toContain('debt')
  expect(await balanceOf(back)).toEqual([-3, 8])
})

test('a reversal after the deletion reaches the next account too, even after the first debt has moved', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(deps)
  const member = await comeBack(name)
  const { id } = await ask(member)
  expect(await balanceOf(member)).toEqual([-5, 8])
  await reverse(former.memberId)
  await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [-8, 8],
  ])
})

test('a reversal during the deletion makes a debt that the next account meets, whichever comes first', async () => {
  const { former, name } = await givenFormer()
  const holder = await db.startTransaction().execute()
  await sql`select from wallet where member_id = ${former.memberId} for update`.execute(holder)
  const erasure = eraseMembers(deps)
  while ((await countWaitingOnLock(db)) < 1) await new Promise(setImmediate)
  const reversal = reverse(former.memberId)
  while ((await countWaitingOnLock(db)) < 2) await new Promise(setImmediate)
  await holder.commit().execute()
  await Promise.all([erasure, reversal])
  expect(await isErased(db, former.memberId)).toBe(true)
  const member = await comeBack(name)
  await ask(member)
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [-8, 8],
  ])
})

test('a payment that arrives after the deletion makes a debt too', async () => {
  const desk = await openDesk(db)
  const given = await desk.givenRejected()
  await letDeletionCome(db, given.memberId)
  await eraseMembers(deps)
  await desk.correct(late(given.id, newReceipt()))
  const former = await db
    .selectFrom('wallet')
    .select('available')
    .where('memberId', '=', given.memberId)
    .executeTakeFirst()
  expect(former).toEqual({ available: -2 })
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})

test('of two accounts that ask at once, one takes the debt over, once', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(deps)
  const both = [await comeBack(name, 'one'), await comeBack(name, 'two')]
  const holder = await db.startTransaction().execute()
  await sql`select from wallet where member_id = ${former.memberId} for update`.execute(holder)
  const asked = both.map((member) => ask(member))
  while ((await countWaitingOnLock(db)) < 2) await new Promise(setImmediate)
  await holder.commit().execute()
  await Promise.all(asked)
  const balances = await Promise.all([former, ...both].map(balanceOf))
  expect(balances.map(([available]) => available).sort()).toEqual([-5, 0, 0])
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})

test('twelve months later the trace is gone, and the debt stays where it was', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(deps)
  await sql`update erased_print set until = until - interval '13 months'`.execute(db)
  const member = await comeBack(name)
  await ask(member)
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [-5, 0],
    [0, 8],
  ])
})

test('a debt that was settled before the deletion, or by the next account, is met by nobody after it', async () => {
  const { former, name } = await givenFormer()
  await setDebtOff(db, former)
  await eraseMembers(deps)
  const member = await comeBack(name)
  expect((await ask(member)).holds.map(({ reason }) => reason)).not.toContain('debt')
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [0, 8],
  ])

  const owing = await givenFormer()
  await eraseMembers(deps)
  const next = await comeBack(owing.name)
  expect((await ask(next)).holds.map(({ reason }) => reason)).toContain('debt')
  await setDebtOff(db, next)
  await letDeletionCome(db, next.memberId)
  await eraseMembers(deps)
  const last = await comeBack(owing.name, 'third')
  expect((await ask(last)).holds.map(({ reason }) => reason)).not.toContain('debt')
  expect(await balanceOf(last)).toEqual([0, 8])
})
