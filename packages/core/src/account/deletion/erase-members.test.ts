import { moveEmail } from '@chuma/db/queries/account/email-moves'
import { isErased } from '@chuma/db/queries/account/members'
import { insertJob } from '@chuma/db/queries/jobs'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { restoreAccount, signInWithPassword } from '../../auth/log-in.ts'
import { letDaysPass } from '../../auth/security/testing.ts'
import { visitor } from '../../auth/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { releaseCredits } from '../../partners/credits.ts'
import { givenClick, listOutcomes } from '../../partners/testing.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { sweepPayouts } from '../../payouts/attempts/sweep-payouts.ts'
import { callBack, finance, runJobs } from '../../payouts/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, createTestDeps, givenMember, openTestDb, readRows } from '../../testing.ts'
import { givenLife, letDeletionCome, password } from '../testing.ts'
import { KEPT } from './kept-tables.testing.ts'

const { db, deps } = await openTestDb()

async function givenErased() {
  const life = await givenLife(db)
  await letDeletionCome(db, life.member.memberId)
  await eraseMembers(deps)
  return life
}

const getPostings = (memberId: string) =>
  readRows(
    db,
    'posting',
    ['seq', 'kind', 'availableDelta', 'heldDelta', 'sourceKey', 'description'],
    { memberId },
    'seq',
  )

const getWithdrawals = (memberId: string) =>
  readRows(
    db,
    'withdrawal',
    ['withdrawalId', 'status', 'points', 'amountKes', 'method', 'receipt', 'paidAt', 'payoutState'],
    { memberId },
    'withdrawalId',
  )

test('the database keeps what an erased member was paid, but nothing that identifies them', async () => {
  const { member, traces, paid } = await givenLife(db)
  const { memberId } = member
  const known = await listTraces(db, traces)
  for (const table of [
    'member',
    'email_owner',
    'former_email',
    'session',
    'member_passkey',
    'one_time_link',
    'survey_answer',
    'call_key',
    'withdrawal',
    'payout_attempt',
    'payout_callback',
    'payout_pause',
    'earnings_correction',
    'member_note',
    'contact_message',
    'contact_reply',
    'captured_mail',
    'mail_delivery',
    'audit_entry',
    'task_proof',
    'click',
    'credit_claim',
  ]) {
    expect(known, `the test knows of ${table}`).toContainEqual(expect.stringContaining(`public.${table}:`))
  }
  expect(known).toContainEqual(expect.stringMatching(/^pgboss\..*: zawadi/))
  const before = { postings: await getPostings(memberId), withdrawals: await getWithdrawals(memberId) }

  await letDeletionCome(db, memberId)
  await eraseMembers(deps)
  expect(await listTraces(db, traces)).toEqual([])

  expect(await getWithdrawals(memberId)).toEqual(before.withdrawals)
  expect(before.withdrawals).toContainEqual(expect.objectContaining({ receipt: paid.receipt }))
  const postings = await getPostings(memberId)
  expect(postings.slice(0, -1)).toEqual(before.postings)
  expect(postings.at(-1)).toMatchObject({ kind: 'adjustment', availableDelta: -142, heldDelta: 0 })
  expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
})

test('only the tables that the ledger needs keep rows of an erased member', async () => {
  const { memberId } = (await givenErased()).member
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'member_id' order by table_name
  `.execute(db)
  const kept: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} where member_id = ${memberId}`.execute(db)
    if (rows.length > 0) kept.push(name)
  }
  expect(kept).toEqual([...KEPT].sort())
})

test('the audit log records the erasure and keeps what it says about others', async () => {
  const { member } = await givenErased()
  const entries = await db
    .selectFrom('auditEntry')
    .select(['actor', 'action', 'subject', 'before', 'after', 'reason', 'address'])
    .where((eb) =>
      eb.or([eb('subject', '=', `member:${member.memberId}`), eb('actor', '=', `member:${member.memberId}`)]),
    )
    .orderBy('entryId')
    .execute()
  const nothing = { before: null, after: null }
  const ofPauses = {
    actor: 'staff:fatuma',
    subject: `member:${member.memberId}`,
    ...nothing,
    reason: 'erased',
    address: null,
  }
  expect(entries).toEqual([
    { ...ofPauses, action: 'payouts.paused' },
    { ...ofPauses, action: 'payouts.appeal-answered' },
    { ...ofPauses, action: 'premium.granted' },
    { ...ofPauses, action: 'member.suspended', address: '198.51.100.1' },
    {
      actor: `member:${member.memberId}`,
      action: 'withdrawal.rejected',
      subject: expect.stringMatching(/^withdrawal:/),
      ...nothing,
      reason: 'A reason that is about somebody else',
      address: null,
    },
    { ...ofPauses, action: 'member.earnings-edited' },
    { ...ofPauses, action: 'member.noted', reason: null },
    {
      actor: 'system',
      action: 'member.erased',
      subject: `member:${member.memberId}`,
      ...nothing,
      reason: null,
      address: null,
    },
  ])
})

test('other members are unaffected, even one with an address that the erased member once had', async () => {
  const other = await givenLife(db)
  const gone = await givenLife(db)
  const newOwner = await givenMember(db)
  await letDaysPass(db, gone.member.memberId, 7)
  await db.transaction().execute((trx) =>
    moveEmail(trx, {
      memberId: newOwner.memberId,
      from: newOwner.email,
      to: gone.person.formerEmail,
      requestedAt: new Date(),
      undoDays: null,
    }),
  )
  await db
    .insertInto('capturedMail')
    .values({
      recipient: gone.person.formerEmail,
      subject: 'For the new owner',
      bodyText: '-',
      bodyHtml: '-',
    })
    .execute()
  const words = [...other.traces, 'For the new owner']
  const before = await listTraces(db, words)
  await letDeletionCome(db, gone.member.memberId)
  await eraseMembers(deps)
  expect(await listTraces(db, words)).toEqual(before)
  const left = await listTraces(db, gone.traces)
  expect(new Set(left.map((trace) => trace.split(': ')[1]))).toEqual(new Set([gone.person.formerEmail]))
})

test('a member who is not due, or keeps the account, is not erased', async () => {
  const [early, kept, never] = [await givenLife(db), await givenLife(db), await givenLife(db)]
  await sql`update member set deletion_due_at = now() + interval '1 minute'
    where member_id = ${early.member.memberId}`.execute(db)
  await letDeletionCome(db, kept.member.memberId)
  await restoreAccount(deps, visitor, { email: kept.person.email, password })
  await eraseMembers(deps)
  for (const { member } of [early, kept, never]) expect(await isErased(db, member.memberId)).toBe(false)
})

test('a member with an open withdrawal waits until it is settled, and is paid', async () => {
  const { deps: paying, member, person } = await givenLife(db)
  const request = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 2, mpesaNumber: person.mpesaNumber }
  const { id } = await requestWithdrawal(paying, member, { ...request, idempotencyKey: undefined })
  await letDeletionCome(db, member.memberId)
  await eraseMembers(deps)
  expect(await isErased(db, member.memberId)).toBe(false)

  const byHand = createTestDeps(db)
  // Finance gave this member points.
  const other = { name: 'staff:other', address: null }
  await decideWithdrawal(byHand, other, { id, status: 'approved', adminNotes: '' })
  await eraseMembers(deps)
  expect(await isErased(db, member.memberId)).toBe(false)

  await decideWithdrawal(byHand, finance, { id, status: 'paid', adminNotes: 'Slip 9' })
  await eraseMembers(deps)
  expect(await isErased(db, member.memberId)).toBe(true)
  expect(await getWithdrawals(member.memberId)).toContainEqual(
    expect.objectContaining({ withdrawalId: id, status: 'paid', receipt: null }),
  )
})

test('nobody can sign in as an erased member, and their address and number are free again', async () => {
  const { member, person } = await givenErased()
  for (const email of [person.email, `erased-${member.memberId}@deleted.invalid`]) {
    for (const open of [signInWithPassword, restoreAccount]) {
      expect(await codeOf(open(deps, visitor, { email, password }))).toBe('INVALID_CREDENTIALS')
    }
  }
  const next = await givenMember(db, { email: person.email, points: 5 })
  const request = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 1, mpesaNumber: person.mpesaNumber }
  await expect(
    requestWithdrawal(deps, next, { ...request, idempotencyKey: undefined }),
  ).resolves.toMatchObject({ status: 'pending' })
})

test('jobs and sweeps for an erased member do nothing and do not fail', async () => {
  const { deps: paying, member, paid } = await givenErased()
  const ref = { memberId: member.memberId, withdrawalId: paid.id }
  await sql`update payout_attempt set next_check_at = now() - interval '1 hour'`.execute(db)
  await db.transaction().execute(async (trx) => {
    await insertJob(trx, 'send-withdrawal-news', ref)
    await insertJob(trx, 'send-payout-number-added', { ...ref, email: member.email })
    await insertJob(trx, 'check-payout', ref)
  })
  await sweepPayouts(paying)
  expect(await runJobs(paying)).toEqual([])
  await sql`update partner_credit set release_at = now() - interval '1 hour' where member_id = ${member.memberId}`.execute(
    db,
  )
  expect(await releaseCredits(paying)).toBe(0)
})

test('a callback after the erasure is processed without storing its texts', async () => {
  const { deps: paying, member, paid, traces } = await givenErased()
  const { words, payment } = paid
  const late = `${words.slice(0, -1)},"again":true}`
  await callBack(paying, payment.resultUrl, late)
  await callBack(paying, payment.resultUrl, late)
  expect(await runJobs(paying)).toEqual([])
  const callbacks = await db
    .selectFrom('payoutCallback')
    .innerJoin('payoutReference', 'payoutReference.value', 'payoutCallback.tokenHash')
    .innerJoin('payoutCallbackOutcome', 'payoutCallbackOutcome.callbackId', 'payoutCallback.callbackId')
    .select(['body', 'outcome', 'detail'])
    .where('payoutReference.memberId', '=', member.memberId)
    .orderBy('receivedAt')
    .execute()
  const silent = { body: Buffer.alloc(0), detail: '' }
  expect(callbacks).toEqual([
    { ...silent, outcome: 'paid' },
    { ...silent, outcome: 'duplicate' },
  ])
  expect(await listTraces(db, traces)).toEqual([])
})

test('a partner’s event for an erased member matches nobody, and a reversal of it is accepted', async () => {
  const given = await givenClick(deps, { holdDays: 9 })
  const later = await givenClick(deps)
  await given.tell({ kind: 'credit' })
  for (const { member } of [given, later]) await letDeletionCome(db, member.memberId)
  await eraseMembers(deps)
  expect(await later.tell({ kind: 'credit' })).toMatchObject({ status: 200 })
  expect(await given.tell({ kind: 'reverse' })).toMatchObject({ status: 200 })
  expect(await listOutcomes(db, later.partnerId)).toEqual(['unmatched: unknown-click'])
  expect(await listOutcomes(db, given.partnerId)).toEqual(['pending', 'recorded: was-cancelled'])
})

test('a negative balance is kept, and an empty balance needs no posting', async () => {
  const poor = await givenMember(db)
  await letDeletionCome(db, poor.memberId)
  await eraseMembers(deps)
  expect(await isErased(db, poor.memberId)).toBe(true)
  expect(await listTransactions(db, poor.memberId, { limit: 5 })).toEqual([])
})
