import { ALL_RAILS } from '@chuma/contract/payouts/payout-queue'
import { insertLink } from '@chuma/db/queries/auth/links'
import { isRestoreUnfinished, markRestore } from '@chuma/db/queries/auth/restored'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApiKey, turnOnApiKey } from '../admin/keys.ts'
import { givenStaff, identifyStaff, listAudit } from '../admin/testing.ts'
import { listWaiting } from '../admin/today.ts'
import { redeemLink } from '../auth/links.ts'
import { createToken } from '../auth/sessions.ts'
import { callAs, givenSession, visitor } from '../auth/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { sweepPayouts } from '../payouts/attempts/sweep-payouts.ts'
import { sweepAutomatic } from '../payouts/automatic/decide-automatically.ts'
import { ask, forgetSwitch, givenProven, setRule } from '../payouts/automatic/testing.ts'
import { createBankBatch, downloadBankBatch } from '../payouts/batches/batches.ts'
import { FORMAT, givenApproved } from '../payouts/batches/testing.ts'
import { liftHold } from '../payouts/holds/review-holds.ts'
import { exportManualPayouts, importPayments } from '../payouts/manual.ts'
import { getPayoutQueue, listPayoutQueues, resumePayoutQueue } from '../payouts/queue/queue.ts'
import {
  approve,
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  letTimePass,
  look,
  newReceipt,
  pay,
  runJobs,
} from '../payouts/testing.ts'
import { codeOf, createTestDeps, givenMember, readRow, readRows } from '../testing.ts'
import { settleRestored } from './settle-restored.ts'

const { db, close } = await createTestDb({ max: 6 })
afterAll(close)
beforeEach(async () => {
  await forgetWork(db)
  await sql`update hold set ended_at = now(), ended_by = 'system', end_reason = 'over' where ended_at is null`.execute(
    db,
  )
})

const backup = { createdAt: '2026-11-01T00:00:00.000Z' }
const reason =
  "Restored from the backup of 2026-11-01T00:00:00.000Z. Compare the provider's statement since then before payments go on."

/** Everything that a worker does, several times over. */
async function work(deps: ReturnType<typeof createPayoutDeps>) {
  for (let turn = 0; turn < 3; turn++) {
    await runJobs(deps)
    await letTimePass(db)
    await sweepAutomatic(deps)
    await sweepPayouts(deps)
  }
  await runJobs(deps)
}

const openHold = async (id: string) =>
  (await readRow(db, 'hold', ['holdId'], { subjectId: id, reason: 'restored', endedAt: null })).holdId

const lift = async (deps: ReturnType<typeof createPayoutDeps>, id: string) =>
  liftHold(deps, finance, { id, holdId: await openHold(id), reason: 'Not in the statement' })

test.each(['daraja', 'simulator', 'airtel', 'airtime', 'a rail of tomorrow'])(
  'after a restore nothing is sent through %s: not what waits in the backup, and not what is requested since',
  async (name) => {
    const { provider, sends } = createScriptedProvider()
    const deps = createPayoutDeps(db, { ...provider, name })
    const old = await givenWithdrawal(db)
    await approve(deps, old)
    // The payment may have left after the backup was made.
    await settleRestored(deps, backup)
    const fresh = await givenWithdrawal(db, { mpesaNumber: '254722000001' })
    await approve(deps, fresh)
    await work(deps)
    expect(sends).toHaveLength(0)
    expect(await look(db, old.ref)).toMatchObject({ status: 'approved', attempts: ['prepared'] })
    expect(await getPayoutQueue(deps)).toMatchObject({
      provider: ALL_RAILS,
      isStopped: true,
      code: 'restored',
      reason,
    })

    await resumePayoutQueue(deps, finance, { provider: ALL_RAILS, note: 'Compared with the statement' })
    await work(deps)
    // What was in the backup waits for its own answer.
    expect(sends).toHaveLength(1)
    expect(await look(db, old.ref)).toMatchObject({ status: 'approved', attempts: ['prepared'] })
    await lift(deps, old.id)
    await work(deps)
    expect(sends).toHaveLength(2)
  },
)

test('what was paid after the backup is marked as paid with its receipt, and never sent', async () => {
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const [queued, pending] = [
    await givenWithdrawal(db),
    await givenWithdrawal(db, { mpesaNumber: '254722000002' }),
  ]
  await approve(deps, queued)
  await settleRestored(deps, backup)
  // To approve it does not say that it was not paid.
  await approve(deps, pending)
  const wrong = { id: queued.id, status: 'paid', adminNotes: 'Payment processed' } as const
  await expect(decideWithdrawal(deps, finance, wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  for (const { id, ref } of [queued, pending]) {
    const receipt = newReceipt()
    await pay(deps, { id }, receipt)
    expect(await look(db, ref)).toMatchObject({ status: 'paid', receipt, held: 0, attempts: ['paid'] })
  }
  await resumePayoutQueue(deps, finance, { note: 'Compared with the statement' })
  await work(deps)
  expect(sends).toHaveLength(0)
})

test('a queued payout that no restore touched is not marked as paid by hand', async () => {
  const deps = createPayoutDeps(db, createScriptedProvider().provider)
  const { id } = await givenWithdrawal(db)
  await approve(deps, { id })
  const paid = { id, status: 'paid', adminNotes: newReceipt() } as const
  await expect(decideWithdrawal(deps, finance, paid)).rejects.toMatchObject({ code: 'WITHDRAWAL_STATE' })
})

test('the rule approves nothing after a restore, and looks again once payouts are resumed', async () => {
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider)
  const economy = await setRule(db)
  const ruled = { ...deps, economy: async () => economy }
  const old = await ask(ruled, await givenProven(db, deps))
  await settleRestored(deps, backup)
  const member = await givenProven(db, deps)
  const fresh = await ask(ruled, member)
  await work(ruled)
  expect(sends).toHaveLength(0)
  for (const ref of [old, fresh]) expect(await look(db, ref)).toMatchObject({ status: 'pending' })
  await resumePayoutQueue(deps, finance, { note: 'Compared with the statement' })
  await sql`update withdrawal set requested_at = requested_at - interval '1 minute' where status = 'pending'`.execute(
    db,
  )
  await work(ruled)
  expect(sends.map(({ msisdn }) => msisdn)).toEqual([member.mpesaNumber])
  await setRule(db, { automaticPayout: 'off' })
  await forgetSwitch(db)
})

test('no file to pay from is made after a restore, and what a person paid can still be recorded', async () => {
  const deps = createPayoutDeps(db, null)
  const given = await givenApproved(deps, db)
  const batch = await createBankBatch(deps, finance, { format: FORMAT })
  const byHand = await givenApproved(deps, db)
  await settleRestored(deps, backup)
  const stopped = { code: 'PAYOUTS_STOPPED' }
  await expect(exportManualPayouts(deps, finance)).rejects.toMatchObject(stopped)
  await expect(createBankBatch(deps, finance, { format: FORMAT })).rejects.toMatchObject(stopped)
  await expect(downloadBankBatch(deps, finance, { id: batch.id })).rejects.toMatchObject(stopped)
  expect(await listPayoutQueues(deps)).toMatchObject([{ provider: ALL_RAILS, isStopped: true }])

  const csv = `Withdrawal ID,Reference\n${byHand.id},EFT-990011`
  expect(await importPayments(deps, finance, { csv, isDryRun: false })).toMatchObject({ paidCount: 1 })
  await resumePayoutQueue(deps, finance, { note: 'Compared with the bank' })
  // The bank may have its file.
  expect(await codeOf(downloadBankBatch(deps, finance, { id: batch.id }))).toBe('WITHDRAWAL_HELD')
  expect(await exportManualPayouts(deps, finance)).not.toContain(given.id)
  await lift(deps, given.id)
  expect(await downloadBankBatch(deps, finance, { id: batch.id })).toContain('2000.00')
})

test('a restored database that is restored again keeps the reason of its first stop', async () => {
  await settleRestored({ db }, backup)
  await settleRestored({ db }, { createdAt: '2026-11-20T00:00:00.000Z' })
  const queues = await db.selectFrom('payoutQueue').select(['provider', 'reason']).execute()
  expect(queues).toEqual([{ provider: ALL_RAILS, reason }])
})

test('sessions and links of the backup no longer work, of members or of staff', async () => {
  const deps = createTestDeps(db)
  const { memberId } = await givenMember(db)
  const { token } = await givenSession(db, memberId)
  const staff = await givenStaff(deps)
  const link = createToken('l', memberId)
  await db.transaction().execute((trx) =>
    insertLink(trx, {
      memberId,
      tokenHash: link.tokenHash,
      purpose: 'sign-in',
      expiresInMinutes: 10,
    }),
  )
  await sql`insert into security_link (member_id, token_hash, purpose, email, expires_at)
    values (${memberId}, sha256('undo'), 'secure-account', 'a@example.com', now() + interval '7 days')`.execute(
    db,
  )
  await settleRestored(deps, backup)
  expect((await callAs(deps, token)).member).toBeNull()
  expect((await identifyStaff(deps, staff.token)).staff).toBeNull()
  expect(await codeOf(redeemLink(deps, visitor, { token: link.token }))).toBe('LINK_INVALID')
  const open = await sql`
    select from security_link where expires_at > now() union all
    select from one_time_link where expires_at > now() union all
    select from destination_code where expires_at > now() union all
    select from staff_passkey_challenge union all select from member_passkey_challenge union all
    select from set_up_link`.execute(db)
  expect(open.rows).toEqual([])
})

test('an API key of the backup opens nothing until an owner turns it on again', async () => {
  const deps = createTestDeps(db)
  const { caller, actor, password } = await givenStaff(deps)
  const key = await createApiKey(deps, caller, {
    name: 'revoked after the backup',
    permissions: ['stats:read'],
    expiresInDays: 30,
    password,
  })
  const { keys } = await settleRestored(deps, backup)
  expect(keys).toBe(1)
  expect((await identifyStaff(deps, key.token)).apiKey).toBeNull()
  expect(await turnOnApiKey(deps, actor, { id: key.id })).toMatchObject({ restoredAt: null })
  expect((await identifyStaff(deps, key.token)).apiKey).toMatchObject({ name: key.name })
  await expect(turnOnApiKey(deps, actor, { id: key.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await listAudit(db, `key:${key.name}`)).at(-1)).toMatchObject({ action: 'api-key.turned-on' })
})

test('staff of the backup are off until an owner turns them on, and owners choose a new password', async () => {
  const deps = createTestDeps(db)
  const owner = await givenStaff(deps)
  const other = await givenStaff(deps, { role: 'finance' })
  const { owners } = await settleRestored(deps, backup)
  const read = (staffId: string) =>
    readRow(db, 'staff', ['username', 'disabledAt', 'passwordExpiresAt'], { staffId })
  const kept = await read(owner.id)
  expect(kept).toMatchObject({ disabledAt: null, passwordExpiresAt: expect.any(Date) })
  expect(owners).toContain(kept.username)
  expect(await read(other.id)).toMatchObject({ disabledAt: expect.any(Date) })
})

test('sessions that had ended keep the time of their end', async () => {
  const { memberId } = await givenMember(db, { isSignedIn: false })
  await givenSession(db, memberId)
  const ended = new Date('2026-10-01T00:00:00Z')
  await db.updateTable('session').set({ revokedAt: ended }).where('memberId', '=', memberId).execute()
  await settleRestored({ db }, backup)
  const sessions = await readRows(db, 'session', ['revokedAt'], { memberId })
  expect(sessions).toEqual([{ revokedAt: ended }])
})

test('the audit log says which backup was restored, and staff find it on their first page', async () => {
  const deps = createPayoutDeps(db, null)
  const before = await listAudit(db, 'database')
  await markRestore(db)
  await settleRestored({ db }, backup)
  expect(await isRestoreUnfinished(db)).toBe(false)
  expect((await listAudit(db, 'database')).slice(before.length)).toMatchObject([
    { actor: 'system', action: 'database.restored', before: null, after: backup, address: null },
  ])
  const waiting = await listWaiting(deps, (await givenStaff(deps)).caller)
  expect(waiting.map(({ kind }) => kind)).toContain('payouts-stopped')
})
