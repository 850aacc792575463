import { randomUUID } from 'node:crypto'
import { APPROVAL_KINDS } from '@chuma/contract/admin/approval-kinds'
import { findApproval } from '@chuma/db/queries/admin/approvals'
import { expect, test } from 'vitest'
import { decideClaim, openClaim } from '../../partners/claims.ts'
import { listMyClicks } from '../../partners/clicks.ts'
import { plainPostbacks } from '../../partners/plain-postbacks.testing.ts'
import { givenClick } from '../../partners/testing.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { givenWithdrawal, scriptedPayouts } from '../../payouts/testing.ts'
import { updateSurvey } from '../../surveys/offers/offers.ts'
import { deleteSurvey } from '../../surveys/offers/stored-offers.ts'
import { givenSurvey } from '../../surveys/testing.ts'
import { decideProof, submitProof } from '../../tasks/proofs.ts'
import { givenPremiumMember, givenTask } from '../../tasks/testing.ts'
import { givenMember, lockRows, openTestDb, readRow } from '../../testing.ts'
import { disableStaff, issueStaff, resetStaff, setStaffRole } from '../staff/manage-staff.ts'
import { setMemberRole } from '../staff/set-member-role.ts'
import { listAudit, startInLine } from '../testing.ts'
import { decideApproval } from './decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from './testing.ts'

const { db } = await openTestDb()
const needed = { postbacks: plainPostbacks(), payouts: scriptedPayouts(null) }
const terms = { twoAdminsFromKes: 1000, dailyCreditsOwnerKes: 0 }
const deps = createLimitedDeps(db, terms, needed)
const alone = createLimitedDeps(db, { ...terms, companyChangesNeedTwo: false }, needed)
const maker = await givenSettled(deps)
const checker = await givenSettled(deps)
const other = await givenSettled(deps)

const look = (approvalId: string) =>
  findApproval(db, { approvalId, reader: maker.actor.name, kinds: APPROVAL_KINDS }) as Promise<object>
const outdated = { state: 'outdated', decidedBy: other.actor.name }
const approve = (approvalId: string) =>
  decideApproval(deps, checker.actor, { approvalId, decision: 'approve', note: '' })
const waitFor = async (call: Promise<unknown>) => (await pendingOf(call)).approvalId

async function givenRequest() {
  const { id, ref } = await givenWithdrawal(db)
  const asked = decideWithdrawal(deps, maker.actor, { id, status: 'approved', adminNotes: '' })
  return { id, ref, approvalId: await waitFor(asked) }
}
const reject = (id: string) =>
  decideWithdrawal(deps, other.actor, { id, status: 'rejected', adminNotes: 'The name does not match' })

test('a rejected withdrawal ends the request to approve it, in the same transaction', async () => {
  const { id, approvalId } = await givenRequest()
  await reject(id)
  expect(await look(approvalId)).toMatchObject(outdated)
  const entries = await listAudit(db, `approval:${approvalId}`)
  expect(entries.map(({ action, actor }) => ({ action, actor }))).toEqual([
    { action: 'approval.requested', actor: maker.actor.name },
    { action: 'approval.outdated', actor: other.actor.name },
  ])
  await expect(approve(approvalId)).rejects.toMatchObject({
    failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } },
  })
})

test.each(['approval', 'rejection'])(
  'of both at once, with the %s first, neither leaves the request open',
  async (first) => {
    const { id, ref, approvalId } = await givenRequest()
    const calls: (() => Promise<unknown>)[] = [() => approve(approvalId), () => reject(id)]
    const isApproved = first === 'approval'
    const [one, two] = await startInLine(
      db,
      lockRows('wallet', { memberId: ref.memberId }),
      isApproved ? calls : calls.toReversed(),
    )
    // An approved withdrawal can still be rejected; a rejected one is final.
    expect([one?.status, two?.status]).toEqual(['fulfilled', isApproved ? 'fulfilled' : 'rejected'])
    expect(await look(approvalId)).toMatchObject(
      isApproved ? { state: 'executed', decidedBy: checker.actor.name } : outdated,
    )
    const { status } = await readRow(db, 'withdrawal', ['status'], { withdrawalId: id })
    expect(status).toBe('rejected')
  },
)

test('another person who asks for the same, with another note, decides the request', async () => {
  const { id, approvalId } = await givenRequest()
  await decideWithdrawal(deps, other.actor, { id, status: 'approved', adminNotes: 'Known' })
  expect(await look(approvalId)).toMatchObject({ state: 'executed', decidedBy: other.actor.name })
})

test('a rejected proof ends the request to approve it', async () => {
  const member = await givenPremiumMember(db)
  const taskId = await givenTask(db, 'social')
  const { id } = await submitProof(deps, member, { id: taskId, proof: 'https://social.example/p/1' })
  const approvalId = await waitFor(decideProof(deps, maker.actor, { id, decision: 'approved', reason: '' }))
  await decideProof(deps, other.actor, { id, decision: 'rejected', reason: 'Not public' })
  expect(await look(approvalId)).toMatchObject(outdated)
})

test('a declined claim ends the request to grant it', async () => {
  const { member } = await givenClick(deps)
  const [click] = await listMyClicks(deps, member)
  const { id } = await openClaim(deps, member, { clickId: click?.id ?? '', note: '' })
  const granted = decideClaim(deps, maker.actor, { id, decision: 'credited', reason: 'Seen' })
  const approvalId = await waitFor(granted)
  await decideClaim(deps, other.actor, { id, decision: 'declined', reason: 'Not finished' })
  expect(await look(approvalId)).toMatchObject(outdated)
})

test('a deleted survey ends the request to raise its reward', async () => {
  const id = await givenSurvey(db)
  const approvalId = await waitFor(updateSurvey(deps, maker.actor, { id, reward: 90 }))
  await deleteSurvey(deps, other.actor, { id })
  expect(await look(approvalId)).toMatchObject(outdated)
})

test('a disabled account ends what waits about it, and nothing about others', async () => {
  const [target, bystander] = [await givenSettled(deps, { role: 'content' }), await givenSettled(deps)]
  const about = await Promise.all([
    waitFor(setStaffRole(deps, maker.actor, { id: target.id, role: 'owner' })),
    waitFor(resetStaff(deps, maker.actor, { id: target.id })),
  ])
  const kept = await waitFor(resetStaff(deps, maker.actor, { id: bystander.id }))
  await disableStaff(deps, other.actor, { id: target.id })
  for (const approvalId of about) expect(await look(approvalId)).toMatchObject(outdated)
  expect(await look(kept)).toMatchObject({ state: 'waiting' })
})

test('a member whose role is taken away, and a name that is taken, end what waits for them', async () => {
  const { memberId } = await givenMember(db)
  await setMemberRole(alone, other.actor, { memberId, role: 'analyst', personId: null })
  const role = await waitFor(setMemberRole(deps, maker.actor, { memberId, role: 'owner' }))
  await setMemberRole(deps, other.actor, { memberId, role: null })
  expect(await look(role)).toMatchObject(outdated)

  const username = `n${randomUUID().slice(0, 13)}`
  const account = await waitFor(issueStaff(deps, maker.actor, { username, role: 'owner' }))
  await issueStaff(alone, other.actor, { username, role: 'analyst' })
  expect(await look(account)).toMatchObject(outdated)
})

test('of two requests for one name that are approved at once, one is executed and the other ends', async () => {
  const username = `n${randomUUID().slice(0, 13)}`
  const ids = await Promise.all([
    waitFor(issueStaff(deps, maker.actor, { username, role: 'content' })),
    waitFor(issueStaff(deps, maker.actor, { username, role: 'finance' })),
  ])
  await Promise.allSettled(ids.map(approve))
  const states = await Promise.all(ids.map(look))
  expect(states).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ state: 'executed' }),
      expect.objectContaining({ state: 'outdated' }),
    ]),
  )
})
