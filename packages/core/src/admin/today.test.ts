import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { WAITING_KINDS } from '@chuma/contract/admin/waiting'
import { insertJob } from '@chuma/db/queries/jobs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { visitor } from '../auth/testing.ts'
import { importStatement } from '../books/statements/import-statement.ts'
import { openClaim } from '../partners/claims.ts'
import { listMyClicks } from '../partners/clicks.ts'
import { plainPostbacks } from '../partners/plain-postbacks.testing.ts'
import { givenClick } from '../partners/testing.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { tripAutomaticPayout } from '../payouts/automatic/automatic-payout.ts'
import { createPauseWorld } from '../payouts/pauses/create-pause-world.testing.ts'
import { appealPayoutPause } from '../payouts/pauses.ts'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  newReceipt,
} from '../payouts/testing.ts'
import { givenHeld } from '../surveys/reviews/testing.ts'
import { submitProof } from '../tasks/proofs.ts'
import { givenTask } from '../tasks/testing.ts'
import { givenMember, openTestDb } from '../testing.ts'
import { givenSettled, pendingOf } from './approvals/testing.ts'
import { createApiKey } from './keys.ts'
import { givenStaff } from './testing.ts'
import { listWaiting } from './today.ts'

const { db } = await openTestDb()
const { provider } = createScriptedProvider()
const deps = createPayoutDeps(db, provider, {
  postbacks: plainPostbacks(),
  economy: async () => economy.parse({ ...defaultEconomy, twoAdminsFromKes: 2000 }),
})
const owner = await givenStaff(deps)
await givenSettled(deps, { role: 'finance' })

const limited = { ...deps, economy: async () => ({ ...(await deps.economy()), companyChangesNeedTwo: true }) }

const countsOf = async (caller = owner.caller) =>
  Object.fromEntries((await listWaiting(deps, caller)).map(({ kind, count }) => [kind, count]))
const nothing = Object.fromEntries(WAITING_KINDS.map((kind) => [kind, 0]))

test('everything that waits is counted once, with the age of the oldest', async () => {
  expect(await countsOf()).toEqual(nothing)
  const { id: large } = await givenWithdrawal(db)
  await pendingOf(decideWithdrawal(deps, owner.actor, { id: large, status: 'approved', adminNotes: '' }))
  // Nobody else is an owner.
  await pendingOf(
    createApiKey(limited, owner.caller, {
      name: 'report',
      permissions: ['stats:read'],
      password: owner.password,
    }),
  )
  const byHand = await givenWithdrawal(db, { method: 'bank' })
  const alone = createPayoutDeps(db, null)
  await decideWithdrawal(alone, finance, { id: byHand.id, status: 'approved', adminNotes: '' })
  const onHold = await givenWithdrawal(db, { method: 'bank' })
  await decideWithdrawal(alone, finance, { id: onHold.id, status: 'approved', adminNotes: '' })
  await sql`insert into hold (member_id, subject, subject_id, reason, since)
    values (${onHold.memberId}, 'withdrawal', ${onHold.id}, 'cluster', now())`.execute(db)
  const unclear = await givenWithdrawal(db)
  await sql`update withdrawal set status = 'approved', payout_state = 'needs_review'
    where withdrawal_id = ${unclear.id}`.execute(db)

  const { givenPaused } = createPauseWorld(db)
  const pause = await givenPaused()
  await appealPayoutPause(deps, pause.member, { id: pause.id, appeal: 'It is my number' })
  await submitProof(deps, await givenMember(db), { id: await givenTask(db, 'micro-job'), proof: 'Done' })
  await givenHeld(deps)
  const { member, tell } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  await openClaim(deps, member, { clickId: click?.id ?? '', note: 'I finished it last week' })
  await tell({ kind: 'credit', amountUsdMicros: 1_000_000 })
  await sql`insert into contact_message (name, email, subject, message)
    values ('A', 'a@x.test', 'Help', 'Hello')`.execute(db)
  await sql`insert into reconciliation_run
    values ('2026-01-05', now(), 'system', 0, 0, 0, 0, 0, 0, 0, false, 0, 0, 0)`.execute(db)
  await sql`insert into reconciliation_difference (day, kind, subject_key)
    values ('2026-01-05', 'contradiction', 'a'), ('2026-01-05', 'unresolved', 'b')`.execute(db)
  const csv = `receipt,amount,number,completed at\n${newReceipt()},700,,2026-01-05 10:00:00`
  await importStatement(deps, finance, { csv, isDryRun: false })
  await db.transaction().execute((trx) => insertJob(trx, 'verify-ledger', {}))
  await sql`update pgboss.job set state = 'failed', completed_on = now()
    where name = 'verify-ledger'`.execute(db)
  await sql`insert into alarm (cause, figures) values ('mails-waiting', '{"count": 1}')`.execute(db)
  await sql`insert into payout_float
    values ('scripted', 10, now(), true), ('other', 10, now(), true)`.execute(db)
  await sql`insert into payout_queue (provider, is_stopped, reason, since, stopped_by)
    values ('scripted', true, 'Why not', now() - interval '3 hours', 'system')`.execute(db)

  await db.transaction().execute((trx) => tripAutomaticPayout(trx, { cause: 'staff', reason: 'Looks odd' }))
  await sql`insert into cluster (score, reasons) values (50, '[]'), (49, '[]')`.execute(db)
  await sql`insert into books_check (is_full, findings)
    values (true, '[]'), (true, '[{"seq": 1}]')`.execute(db)

  expect(await countsOf()).toEqual({
    ...Object.fromEntries(WAITING_KINDS.map((kind) => [kind, 1])),
    differences: 2,
  })
  const [broken, , stopped] = await listWaiting(deps, owner.caller)
  expect(broken?.kind).toBe('books-broken')
  expect(stopped?.kind).toBe('payouts-stopped')
  expect(Date.now() - (stopped?.since?.getTime() ?? 0)).toBeGreaterThan(2 * 3600 * 1000)
})

test('each role sees only what it may read, and a key only its permissions', async () => {
  const kindsOf = async (caller = owner.caller) => Object.keys(await countsOf(caller))
  expect(await kindsOf((await givenStaff(deps, { role: 'content' })).caller)).toEqual(
    WAITING_KINDS.filter(
      (kind) =>
        !['books-broken', 'mails-waiting', 'differences', 'statement-rows', 'failed-jobs'].includes(kind),
    ),
  )
  // A withdrawal and a key wait for approval: neither is for those who look after the catalogue.
  const content = await countsOf((await givenStaff(deps, { role: 'content' })).caller)
  expect([content.approvals, content['lone-approvals']]).toEqual([0, 0])
  expect(await kindsOf((await givenStaff(deps, { role: 'analyst' })).caller)).not.toContain('messages')
  const key = { keyId: 'k', name: 'report', permissions: ['stats:read', 'proofs:read'] as const }
  expect(await kindsOf({ ...visitor, apiKey: key })).toEqual(['proofs', 'survey-reviews'])
})
