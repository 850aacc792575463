import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { findApproval } from '@chuma/db/queries/admin/approvals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit, startBehind } from '../../admin/testing.ts'
import type { SignedInMember } from '../../caller.ts'
import { saveProfileAnswer } from '../../profile/profile.ts'
import { givenMember } from '../../testing.ts'
import { countAudience, getEligibility, saveEligibility } from '../eligibility.ts'
import { updateSurvey } from '../offers/offers.ts'
import { deleteSurvey } from '../offers/stored-offers.ts'
import { startSurvey } from '../surveys.ts'
import { givenSurvey } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createLimitedDeps(db, { minimumAudience: 10, companyChangesNeedTwo: false })
const maker = await givenSettled(deps, { role: 'content' })
const checker = await givenSettled(deps, { role: 'content' })

const from = (county: string): Rule => ({ is: 'any-of', attribute: 'county', codes: [county] })
const say = (member: SignedInMember, county: string) =>
  saveProfileAnswer(deps, member, {
    attribute: 'county',
    codes: [county],
    isConsented: true,
    source: 'page',
  })
async function givenMembers(county: string, count: number) {
  const members = await Promise.all(Array.from({ length: count }, () => givenMember(db)))
  for (const member of members) await say(member, county)
  return members
}
const save = (id: string, rule: Rule | null, version = 0, actor = maker.actor, by = deps) =>
  saveEligibility(by, actor, { id, version, rule })
const approve = (approvalId: string, actor = checker.actor) =>
  decideApproval(deps, actor, { approvalId, decision: 'approve', note: '' })
const look = (approvalId: string) =>
  findApproval(db, { approvalId, reader: maker.actor.name, kinds: ['save-eligibility'] })
const outdated = { failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } } }

beforeAll(async () => {
  await givenMembers('kisumu', 10)
  await givenMembers('nakuru', 9)
})

test('nobody alone narrows a survey to a friend', async () => {
  const id = await givenSurvey(db)
  const [friend] = await givenMembers('lamu', 1)
  if (!friend) throw new Error('no friend')
  const { approvalId } = await pendingOf(save(id, from('lamu')))
  expect(await getEligibility(deps, { id })).toMatchObject({ version: 0, rule: null })
  await expect(approve(approvalId, maker.actor)).rejects.toMatchObject({ failure: { code: 'FORBIDDEN' } })
  const same = await givenSettled(deps, { role: 'content', personId: maker.personId })
  await expect(approve(approvalId, same.actor)).rejects.toMatchObject({ failure: { code: 'FORBIDDEN' } })
  expect(await getEligibility(deps, { id })).toMatchObject({ version: 0, rule: null })
  // One to four are hidden from staff who may not see single answers.
  expect(await look(approvalId)).toMatchObject({
    subject: `survey:${id}`,
    before: { rule: null },
    after: { rule: from('lamu'), members: null },
  })

  expect(await approve(approvalId)).toMatchObject({ state: 'executed', decidedBy: checker.actor.name })
  expect(await getEligibility(deps, { id })).toMatchObject({
    version: 1,
    rule: from('lamu'),
    savedBy: maker.actor.name,
  })
  expect(await listAudit(db, `survey:${id}`)).toMatchObject([
    {
      actor: maker.actor.name,
      action: 'save-eligibility',
      after: { rule: from('lamu'), approvalId, approvedBy: checker.actor.name },
    },
  ])
  await startSurvey(deps, friend, { surveyId: id })
})

test('the minimum itself is enough, and no rule or no limit waits for nobody', async () => {
  const id = await givenSurvey(db)
  expect(await save(id, from('kisumu'))).toMatchObject({ version: 1 })
  const { approvalId } = await pendingOf(save(id, from('nakuru'), 1))
  expect(await look(approvalId)).toMatchObject({ after: { members: 9 } })
  expect(await save(id, null, 1)).toMatchObject({ version: 2, rule: null })
  const unlimited = createLimitedDeps(db, { minimumAudience: 0 })
  expect(await save(id, from('nakuru'), 2, maker.actor, unlimited)).toMatchObject({ version: 3 })
})

test('another rule that is saved meanwhile ends the request, and so does deleting the survey', async () => {
  const id = await givenSurvey(db)
  const { approvalId } = await pendingOf(save(id, from('nakuru')))
  await save(id, from('kisumu'), 0, checker.actor)
  expect(await look(approvalId)).toMatchObject({ state: 'outdated', decidedBy: checker.actor.name })
  await expect(approve(approvalId)).rejects.toMatchObject(outdated)

  const again = await pendingOf(save(id, from('nakuru'), 1))
  await deleteSurvey(deps, checker.actor, { id })
  expect(await look(again.approvalId)).toMatchObject({ state: 'outdated' })
})

test('a survey that pays more than the approver read needs a new request', async () => {
  const id = await givenSurvey(db)
  const { approvalId } = await pendingOf(save(id, from('nakuru')))
  await updateSurvey(deps, maker.actor, { id, reward: 6 })
  await expect(approve(approvalId)).rejects.toMatchObject(outdated)
})

test('fewer than half of the members whom the approver read about need a new request', async () => {
  const id = await givenSurvey(db)
  const members = await givenMembers('wajir', 8)
  const { approvalId } = await pendingOf(save(id, from('wajir')))
  const leave = (count: number) =>
    sql`update member_seen set last_seen_at = now() - interval '31 days'
      where member_id = any(${members.slice(0, count).map(({ memberId }) => memberId)}::uuid[])`.execute(db)
  await leave(5)
  await expect(approve(approvalId)).rejects.toMatchObject(outdated)
  expect(await getEligibility(deps, { id })).toMatchObject({ version: 0 })
  const again = await pendingOf(save(id, from('wajir')))
  await leave(6)
  expect(await approve(again.approvalId)).toMatchObject({ state: 'executed' })
})

test('of two who narrow it at once both wait, and of two approvals at once one counts', async () => {
  const id = await givenSurvey(db)
  const behind = <T>(calls: () => Promise<T>[]) =>
    startBehind(
      db,
      (trx) => trx.selectFrom('survey').select('surveyId').where('surveyId', '=', id).forUpdate().execute(),
      calls,
    )
  const asked = await behind(() => [
    pendingOf(save(id, from('lamu'))),
    pendingOf(save(id, from('nakuru'), 0, checker.actor)),
  ])
  const [one, other] = asked.map((each) => (each.status === 'fulfilled' ? each.value.approvalId : ''))
  if (!one || !other) throw new Error('one did not wait')
  expect(await getEligibility(deps, { id })).toMatchObject({ version: 0 })

  const decided = await behind(() => [approve(one), approve(other, maker.actor)])
  expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await getEligibility(deps, { id })).toMatchObject({ version: 1 })
  const states = await Promise.all([one, other].map(async (each) => (await look(each))?.state))
  expect(states.sort()).toEqual(['executed', 'outdated'])
})

test('the audience says beforehand that a second person has to agree', async () => {
  const id = await givenSurvey(db)
  const count = (rule: Rule | undefined, by = deps) => countAudience(by, { isRaw: false }, { id, rule })
  expect(await count(from('nakuru'))).toMatchObject({ second: { below: 10, isCertain: true } })
  expect(await count(from('kisumu'))).toMatchObject({ second: null })
  expect(await count(undefined)).toMatchObject({ second: null })
  const unlimited = createLimitedDeps(db, { minimumAudience: 0 })
  expect(await count(from('nakuru'), unlimited)).toMatchObject({ second: null })
})

test('among many members, where the editor shows an estimate, the members are counted', async () => {
  const id = await givenSurvey(db)
  await sql`select pg_restore_relation_stats('schemaname', 'public', 'relname', 'member', 'reltuples', 1000000::real)`.execute(
    db,
  )
  const nobody: Rule = { and: [from('nakuru'), from('kisumu')] }
  expect(await countAudience(deps, { isRaw: true }, { id, rule: nobody })).toMatchObject({
    isEstimate: true,
    second: { below: 10, isCertain: false },
  })
  const { approvalId } = await pendingOf(save(id, from('nakuru')))
  expect(await look(approvalId)).toMatchObject({ after: { members: 9 } })
  expect(await save(id, from('kisumu'))).toMatchObject({ version: 1 })
})
