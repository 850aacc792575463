import { isErased } from '@chuma/db/queries/account/members'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { letDeletionCome } from '../account/testing.ts'
import { decideApproval } from '../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../admin/approvals/testing.ts'
import { listAudit, startBehind, startInLine } from '../admin/testing.ts'
import { verifyLedger } from '../books/verify-ledger.ts'
import type { SignedInMember } from '../caller.ts'
import { eraseMembers } from '../personal-data/erase-members.ts'
import { codeOf, createMailCapture, createTestDeps, givenMember, readRow, refusals } from '../testing.ts'
import { approveWithdrawals } from './approvals/approve-withdrawals.ts'
import { late, openDesk } from './corrections/testing.ts'
import { listDebts, writeOffDebt } from './debts.ts'
import { putInDebt, setDebtOff } from './holds/testing.ts'
import {
  approve,
  ask as askFor,
  createPayoutDeps,
  finance,
  forgetWork,
  givenWithdrawal,
  look,
  newNumber,
  newReceipt,
  pay,
  reject,
  runJobs,
} from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))
const { mail, sent: mails } = createMailCapture()
const deps = createPayoutDeps(db, null, { mail })
const amina = (await givenSettled(deps, { role: 'finance' })).actor
const carol = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor

/** Take points back as a partner does, whose reversal names the posting that it reverses. */
const takeBack = (memberId: string, points: number, key = 'x') =>
  sql`select book_posting(${memberId}, 'reversal', ${-points}, 0, 'reversals', ${`reversal:${key}`}, 'Taken back', null, 1, 'system')`.execute(
    db,
  )

/** 8 points available and 2 held; 14 are taken back: a debt of 6. */
async function givenDebtor(method: 'mpesa' | 'bank' = 'mpesa') {
  const given = await givenWithdrawal(db, { method, mpesaNumber: newNumber() })
  await takeBack(given.memberId, 14)
  return given
}

test('cancelling the held withdrawal sets the debt off', async () => {
  const { id, ref, memberId } = await givenDebtor()
  await reject(deps, { id }, amina)
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: -4, held: 0 })
  const mine = (await listDebts(deps, { limit: 100 })).find((debt) => debt.memberId === memberId)
  expect(mine).toMatchObject({ points: 4, heldPoints: 0 })
})

test('staff list debts, the oldest first, with what caused them and what is held', async () => {
  const [first, second] = [await givenDebtor(), await givenDebtor()]
  const all = await listDebts(deps, { limit: 100 })
  const mine = all.filter(({ memberId }) => memberId === first.memberId || memberId === second.memberId)
  expect(mine).toMatchObject([
    {
      memberId: first.memberId,
      points: 6,
      amountKes: 6000,
      heldPoints: 2,
      cause: 'reversal',
      memberEmail: first.email,
    },
    { memberId: second.memberId, points: 6 },
  ])
  const { length } = all
  const last = await listDebts(deps, { after: all[length - 2]?.memberId, limit: 1 })
  expect(last).toMatchObject([{ memberId: second.memberId }])
  // A second reversal makes the debt larger, not younger.
  await takeBack(first.memberId, 1, 'y')
  const [older] = (await listDebts(deps, { limit: 100 })).filter(
    ({ memberId }) => memberId === first.memberId,
  )
  expect(older).toMatchObject({ points: 7, since: mine[0]?.since })
})

test('a debt is written off by two people, once, and the member is told', async () => {
  const { memberId, email, ref } = await givenDebtor()
  const input = { memberId, points: 6, reason: 'The partner was wrong' }
  const { approvalId } = await pendingOf(writeOffDebt(deps, amina, input))
  expect(await look(db, ref)).toMatchObject({ available: -6 })
  await decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' })
  expect(await look(db, ref)).toMatchObject({ available: 0, held: 2 })
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({ kind: 'sendDebtWrittenOff', mail: { to: email, points: 6 } })
  expect((await listAudit(db, `member:${memberId}`)).at(-1)).toMatchObject({
    action: 'member.debt-written-off',
    before: { debtPoints: 6 },
    after: { debtPoints: 0, approvedBy: brian.name },
  })
  await expect(writeOffDebt(deps, carol, input)).rejects.toMatchObject({ code: 'MEMBER_STATE' })
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})

test('a debt that has changed since it was seen is not written off', async () => {
  const { memberId, ref } = await givenDebtor()
  const { approvalId } = await pendingOf(
    writeOffDebt(deps, amina, { memberId, points: 6, reason: 'Because' }),
  )
  await takeBack(memberId, 3, 'z')
  await expect(
    decideApproval(deps, brian, { approvalId, decision: 'approve', note: '' }),
  ).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
  expect(await look(db, ref)).toMatchObject({ available: -9 })
})

test('nobody writes off a debt of their own', async () => {
  const { memberId } = await givenDebtor()
  const own = { name: `member:${memberId}`, address: null }
  expect(await codeOf(writeOffDebt(deps, own, { memberId, points: 6, reason: 'Because' }))).toBe('FORBIDDEN')
})

const noRails = createTestDeps(db, { mail })
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

const ask = (member: SignedInMember, to = newNumber()) => askFor(noRails, member, { points: 8, to })

async function balanceOf({ memberId }: { memberId: string }) {
  const wallet = await readRow(db, 'wallet', ['available', 'held'], { memberId })
  return [wallet.available, wallet.held]
}

const reverse = (memberId: string) =>
  sql`select book_posting(${memberId}, 'reversal', -3, 0, 'reversals', 'late reversal', 'Taken back', null, 1, 'system')`.execute(
    db,
  )

test('a deleted account’s debt meets the next account of the same mailbox, which is told and not approved in bulk', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(noRails)
  expect(await balanceOf(former)).toEqual([-5, 0])
  const member = await comeBack(name)
  const asked = await ask(member)
  expect(asked.holds.map(({ reason }) => reason)).toContain('debt')
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [-5, 8],
  ])
  const { results } = await approveWithdrawals(noRails, finance, { ids: [asked.id], limit: 10 })
  expect(results).toMatchObject([{ outcome: 'held' }])
  await runJobs(noRails)
  expect(mails.filter(({ kind }) => kind === 'sendDebtMoved').map((each) => each.mail)).toEqual([
    { to: member.email, firstName: 'Amina', points: 5 },
  ])
  expect(await verifyLedger(noRails)).toMatchObject({ ok: true, findings: [] })

  await approve(noRails, asked)
  await expect(pay(noRails, asked)).rejects.toMatchObject({ code: 'WITHDRAWAL_HELD' })
  await setDebtOff(db, member)
  expect(await pay(noRails, asked)).toMatchObject({ status: 'paid' })
})

test('a proven number brings the debt to an account with another mailbox', async () => {
  const { former } = await givenFormer({ owes: false })
  const number = '254711309999'
  await setDebtOff(db, former)
  const { id } = await ask(former, number)
  await approve(noRails, { id })
  await pay(noRails, { id })
  await sql`select book_posting(${former.memberId}, 'reversal', -20, 0, 'reversals', 'x', 'Taken back', null, 1, 'system')`.execute(
    db,
  )
  await eraseMembers(noRails)
  const stranger = await givenMember(db, { points: 8 })
  expect((await ask(stranger)).holds.map(({ reason }) => reason)).not.toContain('debt')
  const back = await givenMember(db, { points: 8 })
  expect((await ask(back, number)).holds.map(({ reason }) => reason)).toContain('debt')
  expect(await balanceOf(back)).toEqual([-3, 8])
})

test('a reversal after the deletion reaches the next account too, even after the first debt has moved', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(noRails)
  const member = await comeBack(name)
  const { id } = await ask(member)
  expect(await balanceOf(member)).toEqual([-5, 8])
  await reverse(former.memberId)
  await approve(noRails, { id })
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [-8, 8],
  ])
})

test('a reversal during the deletion makes a debt that the next account meets, whichever comes first', async () => {
  const { former, name } = await givenFormer()
  await startInLine<unknown>(db, (holder) => lockWallet(holder, former.memberId), [
    () => eraseMembers(noRails),
    () => reverse(former.memberId),
  ])
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
  await eraseMembers(noRails)
  await desk.correct(late(given.id, newReceipt()))
  expect(await balanceOf(given)).toEqual([-2, 0])
  expect(await verifyLedger(noRails)).toMatchObject({ ok: true, findings: [] })
})

test('of two accounts that ask at once, one takes the debt over, once', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(noRails)
  const both = [await comeBack(name, 'one'), await comeBack(name, 'two')]
  const race = await startBehind(
    db,
    (holder) => lockWallet(holder, former.memberId),
    () => both.map((member) => ask(member)),
  )
  expect(refusals(race)).toEqual([])
  const balances = await Promise.all([former, ...both].map(balanceOf))
  expect(balances.map(([available]) => available).sort()).toEqual([-5, 0, 0])
  expect(await verifyLedger(noRails)).toMatchObject({ ok: true, findings: [] })
})

test('twelve months later the trace is gone, and the debt stays where it was', async () => {
  const { former, name } = await givenFormer()
  await eraseMembers(noRails)
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
  await eraseMembers(noRails)
  const member = await comeBack(name)
  expect((await ask(member)).holds.map(({ reason }) => reason)).not.toContain('debt')
  expect([await balanceOf(former), await balanceOf(member)]).toEqual([
    [0, 0],
    [0, 8],
  ])

  const owing = await givenFormer()
  await eraseMembers(noRails)
  const next = await comeBack(owing.name)
  expect((await ask(next)).holds.map(({ reason }) => reason)).toContain('debt')
  await setDebtOff(db, next)
  await letDeletionCome(db, next.memberId)
  await eraseMembers(noRails)
  const last = await comeBack(owing.name, 'third')
  expect((await ask(last)).holds.map(({ reason }) => reason)).not.toContain('debt')
  expect(await balanceOf(last)).toEqual([0, 8])
})
