import { randomUUID } from 'node:crypto'
import { findApproval } from '@chuma/db/queries/admin/approvals'
import { expect, test } from 'vitest'
import { visitor } from '../../auth/testing.ts'
import { readEconomy } from '../../economy.ts'
import { createPartner, updatePartner } from '../../partners/partners.ts'
import { plainPostbacks } from '../../partners/plain-postbacks.testing.ts'
import { codeOf, givenMember, openTestDb, readRow } from '../../testing.ts'
import { wishFor } from '../economy/testing.ts'
import { changeEconomy, chooseEconomyPreset, ensureEconomy } from '../economy.ts'
import { createApiKey, revokeApiKey } from '../keys.ts'
import { setPersonOfMember, setPersonOfStaff } from '../people/people.ts'
import { disableStaff, enableStaff, issueStaff, resetStaff, setStaffRole } from '../staff/manage-staff.ts'
import { logInStaff } from '../staff/own-staff-account.ts'
import { setMemberRole } from '../staff/set-member-role.ts'
import { identifyStaff } from '../testing.ts'
import { decideApproval } from './decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from './testing.ts'

const { db } = await openTestDb()
await ensureEconomy(db, { isChosen: false })
const deps = createLimitedDeps(db, {}, { postbacks: plainPostbacks() })
const lenient = createLimitedDeps(db, { companyChangesNeedTwo: false }, { postbacks: plainPostbacks() })
const maker = await givenSettled(deps)
const checker = await givenSettled(deps)
const reason = 'Agreed'

const approve = (approvalId: string, actor = checker.actor) =>
  decideApproval(deps, actor, { approvalId, decision: 'approve', note: '' })
/** Wait for a second person, and be approved. */
async function ask(call: Promise<unknown>) {
  const { approvalId, secret } = await pendingOf(call)
  expect(await approve(approvalId)).toMatchObject({ state: 'executed', requestedBy: maker.actor.name })
  return secret
}
const staffOf = (id: string) => readRow(db, 'staff', ['role', 'personId', 'disabledAt'], { staffId: id })

test('the first choice of a preset waits for nobody, a later one and every change of the economy do', async () => {
  await chooseEconomyPreset(deps, maker.actor, await wishFor(db, 'sustainable', { isConfirmed: true }))
  const { version, record } = await readEconomy(db)
  await ask(
    changeEconomy(deps, maker.actor, { version, changes: { claimDays: record.claimDays - 1 }, reason }),
  )
  expect((await readEconomy(db)).record.claimDays).toBe(record.claimDays - 1)
  await ask(chooseEconomyPreset(deps, maker.actor, await wishFor(db, 'own', { isConfirmed: true })))
})

test('a change of another version makes a request of the economy outdated', async () => {
  const { version, record } = await readEconomy(db)
  const change = { version, changes: { surveyExpiryDays: record.surveyExpiryDays + 1 }, reason }
  const { approvalId } = await pendingOf(changeEconomy(deps, maker.actor, change))
  await changeEconomy(lenient, checker.actor, {
    version,
    changes: { claimDays: record.claimDays + 5 },
    reason,
  })
  await expect(approve(approvalId)).rejects.toMatchObject({
    failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } },
  })
})

test.each([
  { selfApprovalKes: 1 },
  { dailyAdjustmentsOwnerKes: 20_001 },
  { dailyApprovalsStaffKes: 250_001 },
  { companyChangesNeedTwo: false },
])('loosening %j waits even where company changes need nobody', async (changes) => {
  const { version } = await readEconomy(db)
  await pendingOf(changeEconomy(lenient, maker.actor, { version, changes, reason }))
  expect((await readEconomy(db)).version).toBe(version)
})

test('tightening does not wait there, and loosening a limit for two approvers does', async () => {
  const change = async (changes: object) => {
    const { version } = await readEconomy(db)
    return changeEconomy(lenient, maker.actor, { version, changes, reason })
  }
  await change({ dailyAdjustmentsOwnerKes: 19_000 })
  await change({ twoAdminsFromKes: 5000 })
  await change({ twoAdminsFromKes: 4000 })
  await pendingOf(change({ twoAdminsFromKes: 4001 }))
  await pendingOf(change({ twoAdminsFromKes: 0 }))
})

test('partners wait, and their secret is nowhere readable meanwhile', async () => {
  const secret = 'a-very-secret-word'
  const partner = { name: 'Offers', preset: 'plain', scheme: {}, isActive: true, secret }
  const { approvalId } = await pendingOf(createPartner(deps, maker.actor, partner))
  const stored = await readRow(db, 'approvalRequest', ['payload', 'after'], { approvalId })
  expect(JSON.stringify(stored)).not.toContain(secret)
  await approve(approvalId)
  const { partnerId, version } = await readRow(db, 'partner', ['partnerId', 'version'])
  const input = { name: 'Other', scheme: {}, isActive: true, id: partnerId, version }
  await ask(updatePartner(deps, maker.actor, input))
  expect(await db.selectFrom('partner').select('name').execute()).toEqual([{ name: 'Other' }])
})

test('a key works once it is approved, with the token that only its owner saw', async () => {
  const wish = { name: randomUUID(), permissions: ['stats:read' as const], password: maker.password }
  const { approvalId, secret } = await pendingOf(createApiKey(deps, maker.caller, wish))
  expect(await pendingOf(createApiKey(deps, maker.caller, wish))).not.toHaveProperty('secret')
  expect((await identifyStaff(deps, secret ?? '')).apiKey).toBeNull()
  const approved = await approve(approvalId)
  expect(JSON.stringify(approved)).not.toContain(secret)
  const { apiKey } = await identifyStaff(deps, secret ?? '')
  expect(apiKey).toMatchObject({ name: wish.name })
  await revokeApiKey(deps, maker.actor, { id: apiKey?.keyId ?? '' })
})

test('an account is opened or reset with the password that only who asked saw', async () => {
  const username = `s${randomUUID().slice(0, 8)}`
  const password = (await ask(issueStaff(deps, maker.actor, { username, role: 'finance' }))) ?? ''
  await logInStaff(deps, visitor, { username, password })
  const { id } = await db
    .selectFrom('staff')
    .select('staffId as id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const again = (await ask(resetStaff(deps, maker.actor, { id }))) ?? ''
  expect(await codeOf(logInStaff(deps, visitor, { username, password }))).toBe('INVALID_STAFF_CREDENTIALS')
  await logInStaff(deps, visitor, { username, password: again })
})

test('roles, people and enabling wait; disabling and taking a role away do not', async () => {
  const { id, personId } = await givenSettled(deps, { role: 'analyst' })
  await ask(setStaffRole(deps, maker.actor, { id, role: 'finance' }))
  expect(await staffOf(id)).toMatchObject({ role: 'finance' })
  await ask(setPersonOfStaff(deps, maker.actor, { id, personId: null }))
  expect((await staffOf(id)).personId).not.toBe(personId)
  await disableStaff(deps, maker.actor, { id })
  await ask(enableStaff(deps, maker.actor, { id }))
  expect(await staffOf(id)).toMatchObject({ disabledAt: null })

  const { memberId } = await givenMember(db)
  await ask(setMemberRole(deps, maker.actor, { memberId, role: 'content', personId: null }))
  await ask(setPersonOfMember(deps, maker.actor, { memberId, personId }))
  await setMemberRole(deps, maker.actor, { memberId, role: null })
})

test('nobody approves a role of their own', async () => {
  const other = await givenSettled(deps)
  const { approvalId } = await pendingOf(setStaffRole(deps, maker.actor, { id: other.id, role: 'finance' }))
  await expect(approve(approvalId, other.actor)).rejects.toMatchObject({
    failure: { code: 'FORBIDDEN', params: { why: 'ownCase' } },
  })
  const found = await findApproval(db, { approvalId, reader: 'system', kinds: ['set-staff-role'] })
  expect(found).toMatchObject({ state: 'waiting' })
})
