import { createApiKey } from '@chuma/core/admin/keys/create-api-key'
import { startSecondFactor } from '@chuma/core/admin/staff/start-second-factor'
import { givenSecondFactor, givenStaff, STAFF_PASSWORD, showCode } from '@chuma/core/admin/testing'
import { importStatement } from '@chuma/core/books/import-statement'
import { openClaim } from '@chuma/core/partners/claims/open-claim'
import { listMyClicks } from '@chuma/core/partners/clicks/list-my-clicks'
import { plainPostbacks } from '@chuma/core/partners/plain-postbacks.testing'
import { givenClick, givenPartner } from '@chuma/core/partners/testing'
import { appealPayoutPause } from '@chuma/core/payouts/pauses/appeal-payout-pause'
import { pausePayouts } from '@chuma/core/payouts/pauses/pause-payouts'
import { finance, givenWithdrawal, newReceipt } from '@chuma/core/payouts/testing'
import { submitProof } from '@chuma/core/tasks/proofs/submit-proof'
import { givenTask } from '@chuma/core/tasks/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callTrpc, createTestApp } from '../../src/testing.ts'
import { catalogueChanges, catalogueLooks } from './catalogue-changes.ts'
import { deskChanges, deskLooks } from './desk-changes.ts'
import { figureLooks } from './figure-looks.ts'
import { fingerprint } from './fingerprint.ts'
import { houseChanges, PASSKEYS, SET_UP } from './house-changes.ts'
import { listStaffProcedures } from './list-staff-procedures.ts'
import { memberChanges, memberLooks } from './member-changes.ts'
import { offerChanges, offerLooks } from './offer-changes.ts'
import { premiumChanges } from './premium-changes.ts'
import { queueChanges, ROW_BY_ROW, withQueue } from './queue-changes.ts'
import { webhookChanges } from './webhook-changes.ts'

// Partners without signatures: signing is tested elsewhere.
const testApp = await createTestApp({ postbacks: plainPostbacks(), payouts: withQueue })
const { app, db, deps } = testApp
afterAll(testApp.close)

type Change = { token?: string; input?: unknown }

const boss = async (input?: unknown): Promise<Change> => ({ token: (await givenStaff(deps)).token, input })
const onStaff = async (input: object = {}) => boss({ ...input, id: (await givenStaff(deps)).id })
const onMember = async (input: object = {}) => boss({ ...input, memberId: (await testApp.member()).memberId })

async function givenDisabled() {
  const { id } = await givenStaff(deps)
  await sql`update staff set disabled_at = now() where staff_id = ${id}`.execute(db)
  return { id }
}

async function givenSuspended() {
  const { memberId } = await testApp.member()
  await sql`update member set suspended_at = now(), suspension_reason = 'x' where member_id = ${memberId}`.execute(
    db,
  )
  return { memberId }
}

async function proveBoth(): Promise<Change> {
  const { token, password, secret } = await givenSecondFactor(deps)
  return { token, input: { password, code: showCode(secret) } }
}

const partner = { name: 'Partner', preset: 'plain', scheme: {}, secret: 'x' }

/** A partner's event that names no click, and the click it is about. */
async function givenEvent() {
  const { member, partnerId, tell } = await givenClick(deps)
  await tell({ kind: 'credit', userRef: 'nobody' })
  const { id } = await db
    .selectFrom('partnerEvent')
    .select('eventId as id')
    .where('partnerId', '=', partnerId)
    .executeTakeFirstOrThrow()
  return { id, memberId: member.memberId, clickId: await findClickOf(member) }
}

async function findClickOf(member: Awaited<ReturnType<typeof givenClick>>['member']): Promise<string> {
  const [click] = await listMyClicks(deps, member)
  return click?.id ?? ''
}

async function givenPaused() {
  const member = await testApp.member()
  const wish = { memberId: member.memberId, reason: 'Because' }
  const { id } = await pausePayouts(deps, (await givenStaff(deps)).actor, wish)
  return { member, wish, id }
}

/** A receipt of the provider that matches no payout. */
async function givenDifference(): Promise<string> {
  const receipt = newReceipt()
  const csv = `receipt,amount,completed at\n${receipt},700,2026-01-07 10:00:00`
  await importStatement(deps, finance, { csv, isDryRun: false })
  const { id } = await db
    .selectFrom('reconciliationDifference')
    .select('differenceId as id')
    .where('receipt', '=', receipt)
    .executeTakeFirstOrThrow()
  return id
}

/** For each mutation, a call that succeeds. */
const changes: Record<string, () => Promise<Change>> = {
  'admin.login': async () => {
    const { username, password } = await givenStaff(deps)
    return { input: { username, password } }
  },
  'admin.logout': () => boss(),
  'admin.changePassword': () => {
    const newPassword = 'a-longer-staff-password'
    return boss({ currentPassword: STAFF_PASSWORD, newPassword, confirmPassword: newPassword })
  },
  'admin.startSecondFactor': () => boss({ password: STAFF_PASSWORD }),
  'admin.stepUp': () => boss({ way: 'password', password: STAFF_PASSWORD }),
  'admin.confirmSecondFactor': async () => {
    const { token, caller, password } = await givenStaff(deps)
    const { secret } = await startSecondFactor(deps, caller, { password })
    return { token, input: { code: showCode(secret) } }
  },
  'admin.removeSecondFactor': proveBoth,
  'admin.renewRecoveryCodes': proveBoth,
  'admin.endSession': async () => {
    const { id, token } = await givenStaff(deps)
    const { sessionId } = await db
      .selectFrom('staffSession')
      .select('sessionId')
      .where('staffId', '=', id)
      .executeTakeFirstOrThrow()
    return { token, input: { id: sessionId } }
  },
  'admin.createStaff': () => boss({ username: `n${crypto.randomUUID()}`, role: 'analyst' }),
  'admin.setStaffRole': () => onStaff({ role: 'analyst' }),
  'admin.setPersonOfStaff': () => onStaff({ personId: null }),
  'admin.disableStaff': () => onStaff(),
  'admin.enableStaff': async () => boss(await givenDisabled()),
  'admin.resetStaff': () => onStaff(),
  'admin.createApiKey': () =>
    boss({
      name: crypto.randomUUID(),
      permissions: ['stats:read'],
      expiresInDays: 1,
      password: STAFF_PASSWORD,
    }),
  'admin.revokeApiKey': async () => {
    const { token, caller, password } = await givenStaff(deps)
    const name = crypto.randomUUID()
    const wish = { name, permissions: ['stats:read' as const], expiresInDays: 1, password }
    return { token, input: { id: (await createApiKey(deps, caller, wish)).id } }
  },
  'admin.suspendMember': () => onMember({ reason: 'Because' }),
  'admin.restoreMember': async () => boss(await givenSuspended()),
  'admin.endMemberSessions': () => onMember(),
  ...premiumChanges(testApp, boss, onMember),
  ...queueChanges(db, boss),
  ...memberChanges(deps, boss, onMember),
  'admin.pausePayouts': () => onMember({ reason: 'Because' }),
  'admin.liftPayoutPause': async () => boss((await givenPaused()).wish),
  'admin.answerAppeal': async () => {
    const { member, id } = await givenPaused()
    await appealPayoutPause(deps, member, { id, appeal: 'It is my sister’s account.' })
    return boss({ id, answer: 'Because', isLifted: true })
  },
  ...offerChanges(db, boss),
  ...catalogueChanges(db, boss),
  ...deskChanges(deps, boss),
  ...houseChanges(db, boss),
  ...webhookChanges(deps, boss),
  'admin.decideProof': async () => {
    const taskId = await givenTask(db, 'micro-job')
    const { id } = await submitProof(deps, await testApp.member(), { id: taskId, proof: 'Flour 180' })
    return boss({ id, decision: 'approved' })
  },
  'partners.createPartner': () => boss(partner),
  'partners.updatePartner': async () => {
    const { partnerId } = await givenPartner(db)
    const { preset: _, ...changed } = partner
    return boss({ ...changed, id: partnerId, version: 1 })
  },
  'partners.replayEvent': async () => boss({ id: (await givenEvent()).id }),
  'partners.matchEvent': async () => boss(await givenEvent()),
  'partners.decideClaim': async () => {
    const { member } = await givenClick(deps)
    const { id } = await openClaim(deps, member, { clickId: await findClickOf(member), note: '' })
    return boss({ id, decision: 'credited', reason: 'Because' })
  },
  'admin.reconcileDay': () => boss({ day: '2026-01-05' }),
  'admin.resolveDifference': async () => boss({ id: await givenDifference(), note: 'Known.' }),
  'admin.importStatement': () =>
    boss({ csv: `receipt,amount,completed at\n${newReceipt()},700,2026-01-06 10:00:00` }),
  'admin.decideWithdrawal': async () => boss({ id: (await givenWithdrawal(db)).id, status: 'approved' }),
}

/** Changes nothing (a check), or many things, which audit-row-by-row.test.ts covers. */
const elsewhere = ['admin.verifyLedger', ...ROW_BY_ROW, ...SET_UP, ...PASSKEYS]

const listNames = (wanted: 'query' | 'mutation') => listStaffProcedures(wanted).map(({ path }) => path)

const countEntries = async () => {
  const { n } = await db
    .selectFrom('auditEntry')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

test('every change that staff make is tried here', () => {
  expect(
    listNames('mutation').filter((path) => !(path in changes) && !elsewhere.includes(path)),
    'test/access/audit.test.ts: give a call that succeeds',
  ).toEqual([])
  expect(elsewhere.filter((path) => !listNames('mutation').includes(path) || path in changes)).toEqual([])
})

test.each(Object.entries(changes))('%s leaves one entry in the audit log', async (path, prepare) => {
  const { token, input } = await prepare()
  const before = await countEntries()
  const answer = await callTrpc(app, token, { type: 'mutation', path, input })
  expect(answer).toMatchObject({ status: 200 })
  expect((await countEntries()) - before).toBe(1)
})

test.each(Object.entries(changes))('%s changes nothing when it cannot be logged', async (path, prepare) => {
  const { token, input } = await prepare()
  // Attempts are counted outside the transaction, because failed attempts must count too.
  const before = await fingerprint(db, ['throttle'])
  await sql`create trigger no_log before insert on audit_entry for each statement execute function refuse_change()`.execute(
    db,
  )
  const answer = await callTrpc(app, token, { type: 'mutation', path, input })
  await sql`drop trigger no_log on audit_entry`.execute(db)
  expect(answer.status).toBe(500)
  expect(await fingerprint(db, ['throttle'])).toEqual(before)
})
/** Reads that need an input. */
const looks: Record<string, () => Promise<object>> = {
  ...memberLooks(() => testApp.member()),
  ...offerLooks(db),
  ...catalogueLooks(db),
  ...deskLooks(deps),
  ...figureLooks(db),
}

test('reading leaves no audit entry', async () => {
  const { token } = await givenStaff(deps)
  const before = await countEntries()
  for (const path of listNames('query')) {
    // Its file has numbers and accounts, which nobody reads unseen.
    if (path === 'admin.exportManualPayouts') continue
    const input = (await looks[path]?.()) ?? {}
    const { status } = await callTrpc(app, token, { type: 'query', path, input })
    expect([path, status]).toEqual([path, 200])
  }
  expect(await countEntries()).toBe(before)
})
