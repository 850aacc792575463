import { isErased } from '@chuma/db/queries/account/members'
import { insertJob } from '@chuma/db/queries/jobs'
import { listTransactions } from '@chuma/db/queries/wallet/ledger'
import { createTestDb, listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { restoreAccount, signInWithPassword } from '../../auth/log-in.ts'
import { visitor } from '../../auth/testing.ts'
import { releaseCredits } from '../../partners/credits.ts'
import { givenClick, listOutcomes } from '../../partners/testing.ts'
import { sweepPayouts } from '../../payouts/attempts/sweep-payouts.ts'
import { callBack, runJobs } from '../../payouts/testing.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, createTestDeps, givenMember } from '../../testing.ts'
import { givenLife, letDeletionCome, password } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

async function givenErased() {
  const life = await givenLife(db)
  await letDeletionCome(db, life.member.memberId)
  await eraseMembers(deps)
  return life
}

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
  await sql`update partner_credit set release_at = now() - interval '1 hour'`.execute(db)
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
