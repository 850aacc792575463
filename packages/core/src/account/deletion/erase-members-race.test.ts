import { setTimeout as sleep } from 'node:timers/promises'
import { isErased } from '@chuma/db/queries/account/members'
import { countWaitingOnLock, createTestDb, listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { restoreAccount } from '../../auth/log-in.ts'
import { visitor } from '../../auth/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { createTestDeps, readRows } from '../../testing.ts'
import { givenLife, letDeletionCome, password } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

/**
 * Start calls in order, each once the previous one waits for the wallet, which another transaction locks. That transaction
 * applies `change` and ends when all of them wait.
 */
async function queueForWallet(
  memberId: string,
  { start, change }: { start: (() => Promise<unknown>)[]; change?: () => Promise<unknown> },
) {
  const holder = await db.startTransaction().execute()
  await holder.selectFrom('wallet').select('memberId').where('memberId', '=', memberId).forUpdate().execute()
  const calls: Promise<unknown>[] = []
  for (const call of start) {
    calls.push(call())
    calls.at(-1)?.catch(() => {})
    while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
  }
  await change?.()
  await holder.commit().execute()
  return Promise.allSettled(calls)
}

test('two concurrent erasures erase a member once', async () => {
  const { member, traces } = await givenLife(db)
  await letDeletionCome(db, member.memberId)
  const erase = () => eraseMembers(deps)
  const race = await queueForWallet(member.memberId, { start: [erase, erase, erase] })
  expect(race.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  const entries = await readRows(db, 'auditEntry', ['action'], {
    subject: `member:${member.memberId}`,
    action: 'member.erased',
  })
  expect(entries).toHaveLength(1)
  expect(await listTraces(db, traces)).toEqual([])
})

test('a member who keeps the account while the erasure waits loses nothing', async () => {
  const { member, person, traces } = await givenLife(db)
  await letDeletionCome(db, member.memberId)
  const before = await listTraces(db, traces)
  const [erasure] = await queueForWallet(member.memberId, {
    start: [() => eraseMembers(deps)],
    change: () => restoreAccount(deps, visitor, { email: person.email, password }),
  })
  expect(erasure).toMatchObject({ status: 'fulfilled' })
  expect(await isErased(db, member.memberId)).toBe(false)
  expect(await listTraces(db, traces)).toEqual(expect.arrayContaining(before))
})

test('a member who wants to keep the account during the erasure is too late', async () => {
  const { member, person, traces } = await givenLife(db)
  await letDeletionCome(db, member.memberId)
  const holder = await db.startTransaction().execute()
  await holder
    .selectFrom('payoutDestination')
    .select('memberId')
    .where('memberId', '=', member.memberId)
    .forUpdate()
    .execute()
  const erasure = eraseMembers(deps)
  while ((await countWaitingOnLock(db)) < 1) await sleep(5)
  const wish = restoreAccount(deps, visitor, { email: person.email, password })
  const refusal = expect(wish).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  while ((await countWaitingOnLock(db)) < 2) await sleep(5)
  await holder.commit().execute()
  await erasure
  await refusal
  expect(await isErased(db, member.memberId)).toBe(true)
  expect(await listTraces(db, traces)).toEqual([])
})

test('a survey finished during its member’s erasure earns nothing', async () => {
  const { member, traces } = await givenLife(db)
  const surveyId = await givenSurvey(db, { country: 'Global' })
  await letDeletionCome(db, member.memberId)
  const answers = { ...goodAnswers, '4': member.email }
  const [erasure, survey] = await queueForWallet(member.memberId, {
    start: [() => eraseMembers(deps), () => completeSurvey(deps, member, { surveyId, answers })],
  })
  expect(erasure).toMatchObject({ status: 'fulfilled' })
  // And not because of a deadlock.
  expect(survey).toMatchObject({ status: 'rejected', reason: { code: 'NOT_SIGNED_IN' } })
  expect(await isErased(db, member.memberId)).toBe(true)
  expect(await listTraces(db, traces)).toEqual([])
  expect(await verifyLedger(deps)).toMatchObject({ ok: true })
})

test('of a concurrent withdrawal and erasure the first wins and the other does nothing', async () => {
  const [asks, goes] = [await givenLife(db), await givenLife(db)]
  for (const { member } of [asks, goes]) await letDeletionCome(db, member.memberId)
  const ask = ({ member, person }: typeof asks) =>
    requestWithdrawal(deps, member, {
      withdrawalMethod: 'mpesa',
      pointsToWithdraw: 1,
      mpesaNumber: person.mpesaNumber,
      idempotencyKey: undefined,
    })
  // The job erases the longest due first, and would otherwise have erased the other member before it waits.
  await sql`update member set deletion_due_at = null where member_id = ${goes.member.memberId}`.execute(db)
  const [asked, notErased] = await queueForWallet(asks.member.memberId, {
    start: [() => ask(asks), () => eraseMembers(deps)],
  })
  expect([asked, notErased].map((call) => call?.status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await isErased(db, asks.member.memberId)).toBe(false)

  await letDeletionCome(db, goes.member.memberId)
  const [erased, refused] = await queueForWallet(goes.member.memberId, {
    start: [() => eraseMembers(deps), () => ask(goes)],
  })
  expect([erased, refused].map((call) => call?.status)).toEqual(['fulfilled', 'rejected'])
  expect(await isErased(db, goes.member.memberId)).toBe(true)
  expect(await listTraces(db, goes.traces)).toEqual([])
})

test('a member who cannot be erased stays unchanged, fails the job and delays no other', async () => {
  const [stuck, next] = [await givenLife(db), await givenLife(db)]
  await sql`create function refuse_stuck() returns trigger language plpgsql as $$ begin
    if old.first_name = ${sql.lit(stuck.person.firstName)} and new.erased_at is not null then raise 'stuck'; end if;
    return new; end $$`.execute(db)
  await sql`create trigger stuck before update on member for each row execute function refuse_stuck()`.execute(
    db,
  )
  const before = await listTraces(db, stuck.traces)
  await letDeletionCome(db, stuck.member.memberId)
  await letDeletionCome(db, next.member.memberId)
  await expect(eraseMembers(deps)).rejects.toThrow('1 members could not be erased')
  expect(await listTraces(db, stuck.traces)).toEqual(before)
  expect(await listTraces(db, next.traces)).toEqual([])

  await sql`drop trigger stuck on member`.execute(db)
  await eraseMembers(deps)
  await eraseMembers(deps)
  expect(await listTraces(db, stuck.traces)).toEqual([])
})
