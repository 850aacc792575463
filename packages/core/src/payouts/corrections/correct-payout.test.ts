import { correctPayoutInput } from '@chuma/contract/payouts/destinations'
import { problem } from '@chuma/contract/problems'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { listTaxMonths } from '@chuma/db/queries/books/tax'
import { createTestDb, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit, startBehind } from '../../admin/testing.ts'
import { correctPayout } from '../../books/corrections.ts'
import { listRowCorrections, undoBooking } from '../../books/statements/book-row.ts'
import { importStatement } from '../../books/statements/import-statement.ts'
import { givenTaxRate } from '../../books/testing.ts'
import { codeOf, givenMember, readRow, readRows, refusals } from '../../testing.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { givenApproved, newReference } from '../batches/testing.ts'
import {
  approve,
  ask as askFor,
  failedResult,
  finance,
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

const { db, close } = await createTestDb({ max: 12 })
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

const today = () => new Date(Date.now() + 3 * 3600 * 1000).toISOString().slice(0, 10)

const HEADER =
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Linked Transaction ID'

type Said = { kes: number; receipt?: string; details?: string; status?: string; linked?: string }

async function findId(receipt: string): Promise<string> {
  const { rowId } = await readRow(db, 'statementRow', ['rowId'], { receipt })
  return rowId
}

/** A row of M-Pesa's statement: below zero money left. */
async function givenRow({ kes, receipt = newReceipt(), details, status = 'Completed', linked = '' }: Said) {
  const amount = Math.abs(kes).toFixed(2)
  const [into, out] = kes > 0 ? [amount, ''] : ['', `-${amount}`]
  const words = details ?? (kes > 0 ? 'Business Payment Reversal' : 'Business Payment')
  const row = `${receipt},${today()} 00:00:01,${words},${status},${into},${out},${linked}`
  await importStatement(deps, finance, { csv: `${HEADER}\n${row}`, isDryRun: false })
  return { rowId: await findId(receipt), receipt }
}

let balances = 1_000_000

async function givenBankRow(kes: number, reference = newReference()) {
  const mapping = {
    delimiter: 'comma',
    headerRow: 1,
    dateFormat: 'YYYY-MM-DD',
    date: 'Date',
    amount: 'Amount',
    reference: 'Reference',
    balance: 'Balance',
  } as const
  const csv = `Date,Amount,Reference,Balance\n${today()},${kes},${reference},${++balances}`
  await importStatement(deps, finance, { csv, isDryRun: false, bank: { name: 'Own bank', mapping } })
  return { rowId: await findId(reference), receipt: reference }
}

const withRow = (correction: Record<string, unknown>, rowId: string) => {
  const { evidence: _e, receipt: _r, ...rest } = correction
  return { ...rest, rowId }
}

const find = async (rowId: string) =>
  db
    .selectFrom('statementEntry')
    .select(['kind', 'rule', 'withdrawalId', 'amountCents'])
    .where('rowId', '=', rowId)
    .executeTakeFirst()

test('a reversal on the statement proves a return, and leaves the desk with it', async () => {
  const { id, ref, receipt } = await givenPaid()
  const { rowId } = await givenRow({ kes: 2000, linked: receipt })
  expect(await listRowCorrections(deps, { id: rowId })).toContainEqual(
    expect.objectContaining({ id, kind: 'returned', receipt }),
  )
  const { approvalId } = await pendingOf(ask(withRow(returned(id), rowId)))
  expect(await find(rowId)).toBeUndefined()
  await confirm(approvalId)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned', available: 10 })
  expect(await find(rowId)).toEqual({
    kind: 'other',
    rule: 'returned',
    withdrawalId: id,
    amountCents: 2000_00,
  })
  expect((await listAudit(db, `withdrawal:${id}`)).at(-1)).toMatchObject({
    after: { rowId },
    reason: expect.stringContaining('Statement of mpesa, line 2'),
  })
  await verify()
})

const balanceOf = async (account: string) => {
  const { kes } = await db
    .selectFrom('journalLine')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('minor'), sql<number>`0`).as('kes'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  return Number(kes) / 100
}

test('the row and its correction move the money once', async () => {
  const [float, clearing] = [await balanceOf('float-mpesa'), await balanceOf('cash-clearing')]
  const { id, receipt } = await givenPaid()
  const { rowId } = await givenRow({ kes: 2000, linked: receipt })
  await correct(withRow(returned(id), rowId))
  expect([await balanceOf('float-mpesa'), await balanceOf('cash-clearing')]).toEqual([float, clearing])
  const second = await givenPaid()
  await correct(withRow(twice(second.id, ''), (await givenRow({ kes: -2000 })).rowId))
  expect([await balanceOf('float-mpesa'), await balanceOf('cash-clearing')]).toEqual([float - 4000, clearing])
})

test('a payout on the statement proves a late payment by its own receipt', async () => {
  const { id, ref } = await givenRejected()
  const { rowId, receipt } = await givenRow({ kes: -2000 })
  expect(await listRowCorrections(deps, { id: rowId })).toContainEqual(
    expect.objectContaining({ id, kind: 'late' }),
  )
  await correct(withRow(late(id, ''), rowId))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, available: 8 })
  // Its row is the payment's: no other can be.
  const claim = await readRows(db, 'statementClaim', ['rowId'], { subject: `payout:${id}` })
  expect(claim).toEqual([{ rowId }])
  await verify()
})

test('a second payout on the statement proves a duplicate', async () => {
  const { id, ref } = await givenPaid()
  const { rowId, receipt } = await givenRow({ kes: -2000 })
  await correct(withRow(twice(id, ''), rowId))
  expect(await look(db, ref)).toMatchObject({ status: 'paid', available: 6 })
  const booked = await readRows(db, 'payoutCorrection', ['receipt'], { withdrawalId: id })
  expect(booked).toEqual([{ receipt }])
  await verify()
})

test('a bank’s row proves the return of a bank payment', async () => {
  const { id, ref } = await givenApproved(deps, db)
  await pay(deps, { id }, newReference())
  const { rowId } = await givenBankRow(2000)
  await correct(withRow(returned(id), rowId))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'returned' })
  await verify()
})

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'passed',
    ({ fields }: { fields: Record<string, { code: string }[]> }) =>
      Object.entries(fields)
        .map(([field, [first]]) => `${field} ${first?.code}`)
        .join(),
  )

test('a row that is not this payment’s proves nothing', async () => {
  const { id, receipt } = await givenPaid()
  const other = await givenPaid()
  const refused = async (said: Said, correction = returned(id)) =>
    refusal(ask(withRow(correction, (await givenRow(said)).rowId)))
  const again = twice(id, '') as never
  expect(await refused({ kes: 1999 })).toBe('rowId ROW_OTHER_AMOUNT')
  expect(await refused({ kes: 2000.5 })).toBe('rowId ROW_OTHER_AMOUNT')
  expect(await refused({ kes: 2000, linked: other.receipt })).toBe('rowId ROW_OF_ANOTHER')
  expect(await refused({ kes: -2000 })).toBe('rowId ROW_OTHER_KIND')
  expect(await refused({ kes: 2000 }, again)).toBe('rowId ROW_OTHER_KIND')
  // Money that never moved, to begin with.
  expect(await refused({ kes: -2000, status: 'Pending' }, again)).toBe('rowId ROW_OTHER_KIND')
  const details = 'Business Payment to 2547******999 - Invented'
  expect(await refused({ kes: -2000, details }, again)).toBe('rowId ROW_OF_ANOTHER')
  const bankRow = await givenBankRow(2000)
  expect(await refusal(ask(withRow(returned(id), bankRow.rowId)))).toBe('rowId ROW_OTHER_ACCOUNT')
  const nowhere = '00000000-0000-4000-8000-000000000000'
  expect(await refusal(ask(withRow(returned(id), nowhere)))).toBe('rowId ROW_MISSING')
  const { rowId } = await givenRow({ kes: -2000 })
  const typed = { ...withRow(twice(id, ''), rowId), receipt: newReceipt() }
  expect(await refusal(ask(typed))).toBe('receipt ROW_OF_ANOTHER')
  // The row of the payment itself is booked.
  const own = await givenRow({ kes: -2000, receipt })
  expect(await refusal(ask(withRow(again, own.rowId)))).toBe('rowId ROW_USED')
})

test('a row proves one correction, and its booking stays', async () => {
  const [one, two] = [await givenPaid(), await givenPaid()]
  const { rowId } = await givenRow({ kes: 2000 })
  await correct(withRow(returned(one.id), rowId))
  expect(await refusal(ask(withRow(returned(two.id), rowId)))).toBe('rowId ROW_USED')
  expect(await codeOf(undoBooking(deps, amina, { id: rowId, note: 'Again' }))).toBe('ALREADY_DECIDED')
})

test('of corrections that name one row at the same time one is booked', async () => {
  const [one, two] = [await givenPaid(), await givenPaid()]
  const { rowId } = await givenRow({ kes: 2000 })
  const asked = await Promise.all(
    [one, two].map(async ({ id }) => (await pendingOf(ask(withRow(returned(id), rowId)))).approvalId),
  )
  const race = await startBehind(db, lockReconciliation, () => asked.map(confirm))
  expect(refusals(race)).toEqual(['APPROVAL_STATE'])
  const states = await Promise.all([one, two].map(async ({ ref }) => (await look(db, ref)).payoutState))
  expect(states.sort()).toEqual(['paid', 'returned'])
  await verify()
})
