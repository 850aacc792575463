import { randomUUID } from 'node:crypto'
import { APPROVAL_KINDS } from '@chuma/contract/admin/approval-kinds'
import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { approveWithdrawalsInput } from '@chuma/contract/payouts/payout-queue'
import { findApproval, lockSpending } from '@chuma/db/queries/admin/approvals'
import { getAdminWithdrawal } from '@chuma/db/queries/payouts/admin-withdrawals'
import { createTestDb, isLongRun, recordStatements, startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { createApiKey } from '../../admin/keys.ts'
import { identifyStaff, listAudit, startBehind } from '../../admin/testing.ts'
import { requireStaff } from '../../auth/staff.ts'
import { createTestDeps, readRow, refusals } from '../../testing.ts'
import { editEarnings } from '../../wallet/edit-earnings.ts'
import { pausePayouts } from '../pauses.ts'
import {
  approve,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  look,
  reject,
  takeJobs,
} from '../testing.ts'
import { approveWithdrawals } from './approve-withdrawals.ts'
import { approveRoutine, decideWithdrawal } from './decide-withdrawal.ts'

const { db, close } = await createTestDb()
afterAll(close)
const failures: string[] = []
const deps = createTestDeps(db, { reportFailure: (_error, about) => failures.push(about) })
const some = (ids: string[]) => approveWithdrawalsInput.parse({ ids })

const all = (rest: { after?: string; limit?: number } = {}) =>
  approveWithdrawalsInput.parse({ all: true, ...rest })

/** Withdrawals of `count` members, a second apart, the oldest first. */
async function givenMany(count: number): Promise<string[]> {
  await sql`
    with born as (
      insert into member (email, first_name, last_name, country, password_hash, email_verified_at)
      select gen_random_uuid() || '@example.com', 'Amina', 'Otieno', 'Kenya', '-', now() from generate_series(1, ${count})
      returning member_id
    ) insert into wallet (member_id) select member_id from born`.execute(db)
  await sql`insert into posting (member_id, kind, available_delta, held_delta, house_account, source_key, description, actor)
    select member_id, 'adjustment', 2, 0, 'adjustments', 'test', 'Points', 'system' from wallet where seq = 0`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into withdrawal (member_id, points, kes_per_point, amount_kes, method, mpesa_number, requested_at)
    select member_id, 2, 1000, 2000, 'mpesa', '2547' || lpad(floor(random() * 1e8)::text, 8, '0'), now() + row_number() over () * interval '1 second'
    from wallet where seq = 1 and available = 2 and not exists (select from withdrawal w where w.member_id = wallet.member_id)
    returning withdrawal_id as id`.execute(db)
  await sql`insert into posting (member_id, kind, available_delta, held_delta, source_key, description, subject_id, actor)
    select member_id, 'hold', -2, 2, 'hold:' || withdrawal_id, 'Withdrawal requested', withdrawal_id, 'member:' || member_id
    from withdrawal w where not exists (
      select from posting p where p.member_id = w.member_id and p.source_key = 'hold:' || w.withdrawal_id
    )`.execute(db)
  return rows.map(({ id }) => id)
}

const refOf = (id: string) => readRow(db, 'withdrawal', ['memberId', 'withdrawalId'], { withdrawalId: id })

const listStates = async (ids: readonly string[]) =>
  (await db.selectFrom('withdrawal').select('status').where('withdrawalId', 'in', ids).execute()).map(
    ({ status }) => status,
  )

test('of hundreds of withdrawals ten are reported with the reason, and all others approved', async () => {
  const count = isLongRun ? 1000 : 200
  const ids = await givenMany(count)
  const bad = ids.filter((_id, n) => n % (count / 10) === count / 20)
  const [rejected = '', own = '', inReview = '', paused = '', ...poisoned] = bad
  await reject(deps, { id: rejected })
  const self = { name: `member:${(await refOf(own)).memberId}`, address: null }
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${inReview}`.execute(db)
  await pausePayouts(deps, finance, { memberId: (await refOf(paused)).memberId, reason: 'A question' })
  // An unexpected failure: the database refuses.
  await sql
    .raw(`create function refuse_some() returns trigger language plpgsql as $$ begin
      if new.withdrawal_id::text = any ('{${poisoned.join()}}') then raise exception 'poison'; end if; return new; end $$`)
    .execute(db)
  await sql`create trigger refuse_some before update on withdrawal for each row execute function refuse_some()`.execute(
    db,
  )

  const { results, approvedCount, left, next } = await approveWithdrawals(deps, self, some(ids.toReversed()))
  await sql`drop trigger refuse_some on withdrawal`.execute(db)
  expect(results.map(({ id }) => id)).toEqual(ids)
  expect([approvedCount, next]).toEqual([count - 10, null])
  const refused = results.filter(({ outcome }) => outcome !== 'approved')
  expect(refused.map(({ id, outcome }) => [id, outcome])).toEqual([
    [rejected, 'no-longer-pending'],
    [own, 'own'],
    [inReview, 'in-review'],
    [paused, 'payouts-paused'],
    ...poisoned.map((id) => [id, 'failed']),
  ])
  expect(left).toEqual([
    { outcome: 'failed', count: poisoned.length, ids: poisoned },
    { outcome: 'no-longer-pending', count: 1, ids: [rejected] },
    { outcome: 'own', count: 1, ids: [own] },
    { outcome: 'in-review', count: 1, ids: [inReview] },
    { outcome: 'payouts-paused', count: 1, ids: [paused] },
  ])
  expect(failures).toHaveLength(poisoned.length)
  const states = await listStates(ids)
  expect(states.filter((status) => status === 'approved')).toHaveLength(count - 10)
  const [poor = ''] = poisoned
  expect(await look(db, await refOf(poor))).toMatchObject({ status: 'pending', available: 0, held: 2 })
  expect(await approve(deps, { id: inReview })).toMatchObject({ status: 'approved' })
}, 120_000)

test('an unknown id is reported with the others', async () => {
  const [id = ''] = await givenMany(1)
  const gone = '00000000-0000-4000-8000-000000000000'
  const { results } = await approveWithdrawals(deps, finance, some([gone, id]))
  expect(results.map(({ outcome }) => outcome)).toEqual(['approved', 'unknown-id'])
})

test('all pending withdrawals are approved in batches, oldest first, and the run can be continued', async () => {
  const stuck = (await approveWithdrawals(deps, finance, all())).results.map(({ id }) => id)
  const ids = await givenMany(5)
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${ids[1]}`.execute(db)
  const seen: string[] = []
  let after: string | undefined
  do {
    const { results, next } = await approveWithdrawals(
      deps,
      finance,
      all({ limit: 2, ...(after ? { after } : {}) }),
    )
    seen.push(...results.map(({ id }) => id))
    after = next ?? undefined
  } while (after)
  expect(seen.filter((id) => ids.includes(id))).toEqual(ids)
  expect(new Set(seen).size).toBe(seen.length)
  expect(await listStates(ids)).toEqual(expect.arrayContaining(['pending']))

  // Started over: only the rest is processed.
  const again = await approveWithdrawals(deps, finance, all())
  expect(again.approvedCount).toBe(0)
  expect(again.results.map(({ id }) => id)).toContain(ids[1])
  expect(again.results.length).toBeLessThanOrEqual(stuck.length + 1)
})

test('in bulk a withdrawal above the limit waits for a second person, and the others are approved', async () => {
  const small = await givenWithdrawal(db)
  const { id, ref } = await givenWithdrawal(db)
  const { actor } = await givenSettled(deps, { role: 'finance' })
  const strict = {
    ...deps,
    economy: async () =>
      economy.parse({ ...defaultEconomy, firstPayoutHoldHours: 0, dailyApprovalsStaffKes: 2000 }),
  }
  expect((await approveWithdrawals(strict, actor, some([id, small.id]))).results).toEqual([
    { id: small.id, outcome: 'approved', message: null },
    { id, outcome: 'needs-second-admin', message: null },
  ])
  expect(await look(db, ref)).toMatchObject({ status: 'pending' })
})

test('what is skipped costs the same few statements, however many there are', async () => {
  const counted = async (ids: string[]) => {
    let statements = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const { left } = await approveWithdrawals({ ...deps, db: counting }, finance, some(ids))
    expect(left).toEqual([{ outcome: 'in-review', count: ids.length, ids }])
    return statements
  }
  const ids = await givenMany(60)
  await db.updateTable('withdrawal').set({ isInReview: true }).where('withdrawalId', 'in', ids).execute()
  expect(await counted(ids)).toBe(await counted(ids.slice(0, 2)))
})

test('what nobody has to look at is approved in the same few statements, however many there are', async () => {
  const ids = await givenMany(51)
  const counted = async (chosen: string[]) => {
    const statements = await recordStatements(async () => {
      expect((await approveWithdrawals(deps, finance, some(chosen))).approvedCount).toBe(chosen.length)
    })
    return statements.length
  }
  const [few, many] = [await counted(ids.slice(0, 2)), await counted(ids.slice(2))]
  expect(many).toBe(few)
  expect(many).toBeLessThan(25)
})

test('together only what nobody has to look at is approved, from its state under the lock', async () => {
  const ids = await givenMany(7)
  const refs = await Promise.all(ids.map(refOf))
  const [fine, inReview, paused, rejected, held, ofMaker, last] = refs
  await sql`update withdrawal set is_in_review = true where withdrawal_id = ${inReview?.withdrawalId}`.execute(
    db,
  )
  await pausePayouts(deps, finance, { memberId: paused?.memberId ?? '', reason: 'A question' })
  await reject(deps, { id: rejected?.withdrawalId ?? '' })
  await sql`insert into account_change (member_id, kind) values (${held?.memberId}, 'password-changed')`.execute(
    db,
  )
  const known = refs.map((ref) => ({ ...ref, isOfMaker: ref === ofMaker }))
  const { actor } = await givenSettled(deps, { role: 'finance' })
  const under = (change: object) => ({
    ...deps,
    economy: async () => ({ ...(await deps.economy()), ...change }),
  })

  expect(await approveRoutine(under({ twoAdminsFromKes: 2000 }), actor, known)).toEqual(new Set())
  const limited = under({ dailyApprovalsStaffKes: 3000 })
  expect(await approveRoutine(limited, actor, known)).toEqual(new Set([fine?.withdrawalId]))
  expect(await approveRoutine(limited, actor, known)).toEqual(new Set())
  expect(await approveRoutine(deps, finance, known)).toEqual(new Set([last?.withdrawalId]))
  expect((await listStates(ids)).filter((status) => status === 'pending')).toHaveLength(4)
})

test('two concurrent runs approve each withdrawal once', async () => {
  const ids = await givenMany(10)
  const runs = await Promise.all([1, 2].map(() => approveWithdrawals(deps, finance, some(ids))))
  expect(runs.reduce((sum, run) => sum + run.approvedCount, 0)).toBe(10)
  expect(await listStates(ids)).toEqual(Array(10).fill('approved'))
})

test('without ids everything pending is approved', () => {
  for (const input of [{}, { all: true }]) {
    expect(approveWithdrawalsInput.parse(input)).toMatchObject({ limit: 1000 })
  }
})

test.each([{ ids: [] }, { all: false }, { all: true, ids: [] }, { all: true, limit: 1001 }])(
  '%j is not a valid request',
  (input) => {
    expect(approveWithdrawalsInput.safeParse(input).success).toBe(false)
  },
)

beforeEach(() => takeJobs(db))
const { provider } = createScriptedProvider()

const depsWith = (twoAdminsFromKes: number) =>
  createPayoutDeps(db, provider, {
    economy: async () => economy.parse({ ...defaultEconomy, firstPayoutHoldHours: 0, twoAdminsFromKes }),
  })

/** These tests' withdrawals are of KES 2,000. */
const twoAdmins = depsWith(2000)

const amina = (await givenSettled(twoAdmins, { role: 'finance' })).actor
const brian = (await givenSettled(twoAdmins, { role: 'finance' })).actor
const ask = (id: string, by = twoAdmins) => pendingOf(approve(by, { id }, amina))

const confirm = (approvalId: string) =>
  decideApproval(twoAdmins, brian, { approvalId, decision: 'approve', note: '' })

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
    expect(await approve(by, { id }, amina)).toMatchObject({ status: 'approved' })
  }
})

const fresh = { isFresh: true, ways: [] }
const second = { ...brian, proof: fresh }
const requestOf = (approvalId: string) =>
  findApproval(db, { approvalId, reader: brian.name, kinds: APPROVAL_KINDS })

test('the second person approves at the withdrawal itself, which decides the request that waits', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  expect(await getAdminWithdrawal(db, id)).toMatchObject({ requestedOutcome: 'approved' })
  const decision = { id, status: 'approved', adminNotes: 'Called the member' } as const
  expect(await decideWithdrawal(twoAdmins, second, decision)).toMatchObject({
    status: 'approved',
    requestedOutcome: null,
  })
  expect(await requestOf(approvalId)).toMatchObject({
    state: 'executed',
    decidedBy: brian.name,
    note: 'Called the member',
  })
  expect(await takeJobs(db)).toEqual([{ name: 'send-payout', data: ref }])
})

test('the same person is no second one, from no account, and an API key is nobody', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const asker = await givenSettled(twoAdmins, { role: 'finance' })
  const { approvalId } = await pendingOf(approve(twoAdmins, { id }, asker.actor))
  const twin = await givenSettled(twoAdmins, { role: 'finance', personId: asker.personId })
  const boss = await givenSettled(twoAdmins)
  const { token } = await createApiKey(createPayoutDeps(db, provider), boss.caller, {
    name: randomUUID(),
    permissions: ['withdrawals:decide'],
    password: boss.password,
  })
  const key = requireStaff(await identifyStaff(twoAdmins, token), 'withdrawals:decide')
  for (const actor of [asker.actor, twin.actor])
    expect(await pendingOf(approve(twoAdmins, { id }, { ...actor, proof: fresh }))).toMatchObject({
      approvalId,
    })
  await expect(approve(twoAdmins, { id }, { ...key, proof: fresh })).rejects.toMatchObject({
    code: 'APPROVAL_PENDING',
  })
  expect(await look(db, ref)).toMatchObject({ status: 'pending', attempts: [] })
})

test('of ten second approvals at the withdrawal at once one queues one payout', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 10 }, () => approve(twoAdmins, { id }, second)),
  )
  expect(new Set(refusals(race))).toEqual(new Set(['WITHDRAWAL_STATE']))
  expect(refusals(race)).toHaveLength(9)
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  expect(await requestOf(approvalId)).toMatchObject({ state: 'executed' })
  expect(await takeJobs(db)).toHaveLength(1)
})

test('someone who may approve alone grants what another person asked for', async () => {
  const { id } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  expect(await approve(depsWith(0), { id }, brian)).toMatchObject({ status: 'approved' })
  expect(await requestOf(approvalId)).toMatchObject({ state: 'executed', decidedBy: brian.name })

  const other = await givenWithdrawal(db)
  const own = await ask(other.id)
  await approve(depsWith(0), { id: other.id }, amina)
  expect(await requestOf(own.approvalId)).toMatchObject({ state: 'outdated' })
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
  await reject(twoAdmins, { id }, brian)
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
  const { actor, personId } = await givenSettled(twoAdmins, { role: 'finance' })
  const both = [await givenWithdrawal(db), await givenWithdrawal(db)]
  const race = await startBehind(
    db,
    (trx) => lockSpending(trx, personId),
    () => both.map((one) => approve(limited, one, actor)),
  )
  expect(refusals(race)).toEqual(['APPROVAL_PENDING'])
  const states = await Promise.all(both.map(async ({ ref }) => (await look(db, ref)).status))
  expect(states.toSorted()).toEqual(['approved', 'pending'])
})

test('of ten concurrent confirmations one queues one payout', async () => {
  const { id, ref } = await givenWithdrawal(db)
  const { approvalId } = await ask(id)
  const race = await startTogether(db, ref.memberId, () =>
    Array.from({ length: 10 }, () => confirm(approvalId)),
  )
  expect(refusals(race)).toEqual(Array(9).fill('APPROVAL_STATE'))
  expect(await look(db, ref)).toMatchObject({ payoutState: 'queued', attempts: ['prepared'] })
  expect(await takeJobs(db)).toHaveLength(1)
})
