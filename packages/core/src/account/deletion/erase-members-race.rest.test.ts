import { isErased } from '@chuma/db/queries/account/members'
import { lockWallet } from '@chuma/db/queries/wallet/ledger'
import { listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startInLine } from '../../admin/testing.ts'
import { restoreAccount } from '../../auth/log-in.ts'
import { visitor } from '../../auth/testing.ts'
import { verifyLedger } from '../../books/verify-ledger.ts'
import { requestWithdrawal } from '../../payouts/withdrawals.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { givenSurvey, goodAnswers } from '../../surveys/testing.ts'
import { openTestDb, readRows } from '../../testing.ts'
import { givenLife, letDeletionCome, password } from '../testing.ts'

const { db, deps } = await openTestDb()

/** Run calls so that they wait for the member's wallet in this order. `change` comes before they go on. */
const queueForWallet = (
  memberId: string,
  start: (() => Promise<unknown>)[],
  change?: () => Promise<unknown>,
) => startInLine(db, (holder) => lockWallet(holder, memberId), start, change)

test('two concurrent erasures erase a member once', async () => {
  const { member, traces } = await givenLife(db)
  await letDeletionCome(db, member.memberId)
  const erase = () => eraseMembers(deps)
  const race = await queueForWallet(member.memberId, [erase, erase, erase])
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
  const [erasure] = await queueForWallet(member.memberId, [() => eraseMembers(deps)], () =>
    restoreAccount(deps, visitor, { email: person.email, password }),
  )
  expect(erasure).toMatchObject({ status: 'fulfilled' })
  expect(await isErased(db, member.memberId)).toBe(false)
  expect(await listTraces(db, traces)).toEqual(expect.arrayContaining(before))
})

test('a member who wants to keep the account during the erasure is too late', async () => {
  const { member, person, traces } = await givenLife(db)
  await letDeletionCome(db, member.memberId)
  const [erasure, wish] = await startInLine<unknown>(
    db,
    (holder) =>
      sql`select from payout_destination where member_id = ${member.memberId} for update`.execute(holder),
    [() => eraseMembers(deps), () => restoreAccount(deps, visitor, { email: person.email, password })],
  )
  expect(erasure).toMatchObject({ status: 'fulfilled' })
  expect(wish).toMatchObject({ reason: { code: 'INVALID_CREDENTIALS' } })
  expect(await isErased(db, member.memberId)).toBe(true)
  expect(await listTraces(db, traces)).toEqual([])
})

test('a survey finished during its member’s erasure earns nothing', async () => {
  const { member, traces } = await givenLife(db)
  const surveyId = await givenSurvey(db, { country: 'Global' })
  await letDeletionCome(db, member.memberId)
  const answers = { ...goodAnswers, '4': member.email }
  const [erasure, survey] = await queueForWallet(member.memberId, [
    () => eraseMembers(deps),
    () => completeSurvey(deps, member, { surveyId, answers }),
  ])
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
  const [asked, notErased] = await queueForWallet(asks.member.memberId, [
    () => ask(asks),
    () => eraseMembers(deps),
  ])
  expect([asked, notErased].map((call) => call?.status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await isErased(db, asks.member.memberId)).toBe(false)

  await letDeletionCome(db, goes.member.memberId)
  const [erased, refused] = await queueForWallet(goes.member.memberId, [
    () => eraseMembers(deps),
    () => ask(goes),
  ])
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
