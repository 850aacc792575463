import { insertLink } from '@chuma/db/queries/auth/links'
import { createTestDb } from '@chuma/db/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { givenStaff, identifyStaff, listAudit } from '../admin/testing.ts'
import { createToken } from '../auth/create-token.ts'
import { redeemLink } from '../auth/links/redeem-link.ts'
import { callAs, givenSession, visitor } from '../auth/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { sweepPayouts } from '../payouts/attempts/sweep-payouts.ts'
import { resumePayoutQueue } from '../payouts/queue/resume-payout-queue.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  forgetWork,
  givenWithdrawal,
  look,
  runJobs,
} from '../payouts/testing.ts'
import { createTestDeps, givenMember } from '../testing.ts'
import { settleRestored } from './settle-restored.ts'

const { db, close } = await createTestDb({ max: 6 })
afterAll(close)
beforeEach(() => forgetWork(db))

const backup = { createdAt: '2026-11-01T00:00:00.000Z' }
const reason =
  "Restored from the backup of 2026-11-01T00:00:00.000Z. Compare the provider's statement since then before payments go on."

test.each(['daraja', 'simulator'])(
  'a payout that waits in a backup is not sent through %s until staff resume the queue',
  async (name) => {
    const { provider, sends } = createScriptedProvider()
    const deps = createPayoutDeps(db, { ...provider, name })
    const { id, ref } = await givenWithdrawal(db)
    await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
    // The payment may have left after the backup was made.
    await settleRestored(deps, backup)
    await runJobs(deps)
    expect(sends).toHaveLength(0)
    expect(await look(db, ref)).toMatchObject({ status: 'approved', attempts: ['prepared'] })
    expect((await listAudit(db, `payout-queue:${name}`)).at(-1)).toMatchObject({
      actor: 'system',
      action: 'payout-queue.stopped',
      reason,
    })
    await resumePayoutQueue(deps, finance, { note: 'Compared with the statement' })
    await sweepPayouts(deps)
    await runJobs(deps)
    expect(sends).toHaveLength(1)
  },
)

test('a queue that was stopped already keeps its own reason', async () => {
  await settleRestored({ db }, backup)
  await settleRestored({ db }, { createdAt: '2026-11-20T00:00:00.000Z' })
  const queues = await db
    .selectFrom('payoutQueue')
    .select(['provider', 'reason'])
    .orderBy('provider')
    .execute()
  expect(queues).toEqual([
    { provider: 'daraja', reason },
    { provider: 'simulator', reason },
  ])
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
  await settleRestored(deps, backup)
  expect((await callAs(deps, token)).member).toBeNull()
  expect((await identifyStaff(deps, staff.token)).staff).toBeNull()
  await expect(redeemLink(deps, visitor, { token: link.token })).rejects.toMatchObject({
    code: 'LINK_INVALID',
  })
})

test('sessions that had ended keep the time of their end', async () => {
  const { memberId } = await givenMember(db, { isSignedIn: false })
  await givenSession(db, memberId)
  const ended = new Date('2026-10-01T00:00:00Z')
  await db.updateTable('session').set({ revokedAt: ended }).where('memberId', '=', memberId).execute()
  await settleRestored({ db }, backup)
  const sessions = await db
    .selectFrom('session')
    .select('revokedAt')
    .where('memberId', '=', memberId)
    .execute()
  expect(sessions).toEqual([{ revokedAt: ended }])
})

test('the audit log says which backup was restored', async () => {
  const before = await listAudit(db, 'database')
  await settleRestored({ db }, backup)
  expect((await listAudit(db, 'database')).slice(before.length)).toEqual([
    {
      actor: 'system',
      action: 'database.restored',
      before: null,
      after: backup,
      reason: null,
      address: null,
    },
  ])
})
