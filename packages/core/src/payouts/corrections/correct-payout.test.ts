import { correctPayoutInput } from '@chuma/contract/payouts/destinations'
import { problem } from '@chuma/contract/problems'
import { listTaxMonths } from '@chuma/db/queries/books/tax'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit } from '../../admin/testing.ts'
import { givenTaxRate } from '../../books/testing.ts'
import { codeOf, givenMember, refusals } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { correctPayout } from '../corrections.ts'
import {
  approve,
  ask as askFor,
  failedResult,
  forgetWork,
  givenSent,
  givenWithdrawal,
  look,
  newReceipt,
  paidResult,
  pay,
  runJobs,
} from '../testing.ts'
import { late, openDesk, returned, twice } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => forgetWork(db))

const { deps, mails, amina, brian, ask, confirm, correct, givenPaid, givenRejected, listPostings, verify } =
  await openDesk(db)

test('a returned payment gives the points back once a second person agrees, and the member is told', async () => {
  const { id, ref, receipt, email, memberId } = await givenPaid()
  const { approvalId } = await pendingOf(ask(returned(id)))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8 })
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({
    status: 'rejected',
    payoutState: 'returned',
    receipt,
    available: 10,
    held: 0,
    adminComment: 'The bank did not know the account.',
  })
  expect(await listPostings(memberId)).toEqual(['adjustment 10', 'hold -2', 'payout 0', 'payout-returned 2'])
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({
    kind: 'sendPayoutCorrected',
    mail: { to: email, kind: 'returned', points: 2, note: 'The bank did not know the account.' },
  })
  expect((await listAudit(db, `withdrawal:${id}`)).at(-1)).toMatchObject({
    actor: amina.name,
    action: 'withdrawal.payout-returned',
    after: { approvedBy: brian.name, points: 2 },
  })
  await expect(ask(returned(id))).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  await verify()
})

test('a payment to a wrong number may be the member’s own mistake: it is returned without points', async () => {
  const { id, ref } = await givenPaid()
  await correct(returned(id, { cause: 'wrong-number', isMembers: false }))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 8, held: 0 })
  await verify()
})

test('a returned payment keeps its receipt claimed', async () => {
  const { id, receipt } = await givenPaid()
  await correct(returned(id))
  const other = await givenWithdrawal(db, { mpesaNumber: '254711999001' })
  await approve(deps, other)
  const again = pay(deps, other, receipt)
  await expect(again).rejects.toMatchObject({ fields: { adminNotes: [problem('RECEIPT_TAKEN')] } })
})

test('the tax withheld from a returned payment is not owed', async () => {
  await givenTaxRate(db, 5)
  const member = await givenMember(db, { points: 10 })
  const { id } = await askFor(deps, member, { points: 2 })
  const owed = async () => (await listTaxMonths(db)).reduce((sum, { taxKes }) => sum + taxKes, 0)
  const before = await owed()
  await approve(deps, { id })
  await pay(deps, { id })
  expect(await owed()).toBe(before + 100)
  await givenTaxRate(db, 0)
  await correct(returned(id))
  expect(await owed()).toBe(before)
  await verify()
})

test('a payment that arrives after a rejection takes the restored points again', async () => {
  const { id, ref, memberId, email } = await givenRejected()
  const receipt = newReceipt()
  await correct(late(id, receipt))
  expect(await look(db, ref)).toMatchObject({
    status: 'paid',
    payoutState: 'paid',
    receipt,
    available: 8,
    held: 0,
  })
  expect(await listPostings(memberId)).toEqual(['adjustment 10', 'hold -2', 'release 2', 'payout-late -2'])
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({
    kind: 'sendPayoutCorrected',
    mail: { to: email, kind: 'late', points: -2 },
  })
  await verify()
})

test('restored points that were spent are owed after a late payment', async () => {
  const { id, ref, memberId } = await givenRejected()
  await sql`select book_posting(${memberId}, 'adjustment', -10, 0, 'adjustments', 'spent', 'Spent', null, null, 'staff:x')`.execute(
    db,
  )
  await correct(late(id, newReceipt()))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: -2 })
  await verify()
})

test('the second payment of a withdrawal is owed, once for each receipt', async () => {
  const { id, ref, receipt, memberId, email } = await givenPaid()
  await expect(ask(twice(id, receipt))).rejects.toMatchObject({
    fields: { receipt: [problem('RECEIPT_TAKEN')] },
  })
  const second = newReceipt()
  await correct(twice(id, second))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 6 })
  await runJobs(deps)
  expect(mails.at(-1)).toMatchObject({
    kind: 'sendPayoutCorrected',
    mail: { to: email, kind: 'duplicate', points: -2 },
  })
  await expect(ask(twice(id, second))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await correct(twice(id, newReceipt(), { isMembers: false }))
  expect(await look(db, ref)).toMatchObject({ available: 6 })
  expect((await listPostings(memberId)).filter((line) => line.startsWith('payout-duplicate'))).toHaveLength(1)
  await verify()
})

test('a correction needs its evidence, a receipt of the method, and the right state', async () => {
  const [paid, rejected] = [await givenPaid(), await givenRejected()]
  expect(correctPayoutInput.safeParse({ ...returned(paid.id), evidence: ' ' }).success).toBe(false)
  await expect(ask(returned(paid.id, { note: '' }))).rejects.toMatchObject({
    fields: { note: [problem('REASON_FOR_MEMBER')] },
  })
  await expect(ask(returned(paid.id, { cause: undefined }))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(ask(late(rejected.id, 'ok'))).rejects.toMatchObject({
    fields: { receipt: [problem('NOT_AN_MPESA_RECEIPT')] },
  })
  await expect(ask(late(rejected.id, paid.receipt))).rejects.toMatchObject({
    fields: { receipt: [problem('RECEIPT_TAKEN')] },
  })
  for (const wrong of [
    late(paid.id, newReceipt()),
    returned(rejected.id),
    twice(rejected.id, newReceipt()),
  ]) {
    await expect(ask(wrong)).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
  }
})

test('nobody corrects a payment of their own, nor approves what they asked for', async () => {
  const { id, ref, memberId } = await givenPaid()
  const self = { name: `member:${memberId}`, address: null }
  const own = correctPayout(deps, self, correctPayoutInput.parse(returned(id)))
  await expect(own).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { approvalId } = await pendingOf(ask(returned(id)))
  await expect(
    decideApproval(deps, amina, { approvalId, decision: 'approve', note: '' }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 8 })
})

test('of two approvals of one return one counts, and the points move once', async () => {
  const { id, ref, memberId } = await givenPaid()
  const first = await pendingOf(ask(returned(id)))
  const other = await pendingOf(ask(returned(id, { evidence: 'A letter of the bank' })))
  const race = await startTogether(db, memberId, () => [confirm(first.approvalId), confirm(other.approvalId)])
  expect(refusals(race)).toEqual(['APPROVAL_STATE'])
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 10 })
  await verify()
})

const crashes = {
  returned: {
    given: givenPaid,
    wish: (id: string) => returned(id),
    tables: ['audit_entry', 'payout_correction', 'posting', 'withdrawal'],
    done: { payoutState: 'returned', available: 10 },
  },
  late: {
    given: givenRejected,
    wish: (id: string) => late(id, newReceipt()),
    tables: ['audit_entry', 'payout_correction', 'payout_receipt', 'posting', 'withdrawal'],
    done: { payoutState: 'paid', available: 8 },
  },
  duplicate: {
    given: givenPaid,
    wish: (id: string) => twice(id, newReceipt()),
    tables: ['audit_entry', 'payout_correction', 'payout_receipt', 'posting'],
    done: { payoutState: 'paid', available: 6 },
  },
} as const

test.each(
  Object.entries(crashes).flatMap(([kind, crash]) =>
    crash.tables.map((table) => [kind, table, crash] as const),
  ),
)(
  'a crash while a payment that is %s writes %s books nothing, and the approval still works after it',
  async (kind, table, { given, wish, done }) => {
    const { id, ref, memberId } = await given()
    const { approvalId } = await pendingOf(ask(wish(id)))
    const before = [await look(db, ref), await listPostings(memberId)]
    await sql`create trigger crash after insert or update on ${sql.table(table)} for each row when (${
      table === 'audit_entry' ? sql`new.action = ${sql.lit(`withdrawal.payout-${kind}`)}` : sql`true`
    }) execute function refuse_change()`.execute(db)
    await expect(confirm(approvalId)).rejects.toThrow()
    await sql`drop trigger crash on ${sql.table(table)}`.execute(db)
    expect([await look(db, ref), await listPostings(memberId)]).toEqual(before)
    await confirm(approvalId)
    expect(await look(db, ref)).toMatchObject(done)
    await verify()
  },
)

const countNews = async (withdrawalId: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_entry where action = 'payout.contradiction' and subject = ${`withdrawal:${withdrawalId}`}
  `.execute(db)
  return rows[0]?.n
}

test('a success after a definite failure pauses the member’s payouts, and tells them and the owners', async () => {
  const { deps: ours, ref, payment, say, mails: told } = await givenSent(db)
  await say(failedResult(payment, 'member'))
  const receipt = newReceipt()
  await say(paidResult(payment, receipt))
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', available: 10 })
  expect(await countNews(ref.withdrawalId)).toBe(1)
  const member = { ...(await givenMember(db)), memberId: ref.memberId }
  expect(await codeOf(askFor(ours, member))).toBe('PAYOUTS_PAUSED')
  expect(told.at(-1)).toMatchObject({
    kind: 'sendPayoutsPaused',
    mail: { reason: expect.stringContaining('We are asking it what is true') },
  })
  await correct(late(ref.withdrawalId, receipt))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 8 })
  await verify()
})

test('what the provider has reported as paid is rejected by two people only', async () => {
  const { deps: ours, id, ref, payment, say } = await givenSent(db)
  await say({ ...paidResult(payment, newReceipt()), amountKes: 1999 })
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review' })
  const reject = { id, status: 'rejected', adminNotes: 'The statement of today shows no payment' } as const
  const { approvalId } = await pendingOf(decideWithdrawal(ours, amina, reject))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'needs_review', held: 2 })
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({ status: 'rejected', payoutState: 'failed', available: 10 })
  await verify()
})
