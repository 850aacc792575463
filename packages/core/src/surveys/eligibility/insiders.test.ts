import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { createSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { findApproval } from '@chuma/db/queries/admin/approvals'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { listAudit, startBehind, startInLine } from '../../admin/testing.ts'
import type { SignedInMember } from '../../caller.ts'
import { saveProfileAnswer } from '../../profile/profile.ts'
import { givenPremiumMember } from '../../tasks/testing.ts'
import { givenMember, lockRows, openTestDb } from '../../testing.ts'
import { countAudience, getEligibility, saveEligibility } from '../eligibility.ts'
import { importSurveys } from '../offers/import-surveys.ts'
import { createSurvey, getOffer, updateSurvey } from '../offers/offers.ts'
import { deleteSurvey } from '../offers/stored-offers.ts'
import { startSurvey } from '../surveys.ts'
import { givenSurvey } from '../testing.ts'

const { db } = await openTestDb()
/** No limit of the day: what waits here waits for its audience. */
const terms = { minimumAudience: 10, dailyOffersStaffKes: 1_000_000_000, companyChangesNeedTwo: false }
const deps = createLimitedDeps(db, terms)
const open = createLimitedDeps(db, { ...terms, minimumAudience: 0 })
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
  findApproval(db, {
    approvalId,
    reader: maker.actor.name,
    kinds: ['save-eligibility', 'create-survey', 'update-survey'],
  })
const outdated = { failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } } }

beforeAll(async () => {
  await givenMembers('kisumu', 10)
  await givenMembers('nakuru', 9)
  for (let count = 0; count < 6; count++) await givenPremiumMember(db)
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
  expect(await save(id, from('nakuru'), 2, maker.actor, open)).toMatchObject({ version: 3 })
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
    startBehind(db, lockRows('survey', { surveyId: id }), calls)
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
  expect(await count(from('nakuru'), open)).toMatchObject({ second: null })
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
const friends: Rule = { is: 'premium', value: true }
const everyone: Rule = { is: 'premium', value: false }
async function givenRuled(rule: Rule) {
  const id = await givenSurvey(db)
  await saveEligibility(open, checker.actor, { id, version: 0, rule })
  return id
}
const change = (id: string, changes: object) => updateSurvey(deps, maker.actor, { id, ...changes })
const offerOf = (country: string) =>
  createSurveyInput.parse({
    title: `For ${country}`,
    description: 'D',
    reward: 5,
    duration: 5,
    kind: 'instant',
    country,
  })

test('nobody alone pays the few who can take a survey more, and a lower reward or another title waits for nobody', async () => {
  const id = await givenRuled(friends)
  const { approvalId } = await pendingOf(change(id, { reward: 9 }))
  await pendingOf(change(id, { screenOutPoints: 3 }))
  expect(await getOffer(deps, { id })).toMatchObject({ reward: 5, screenOutPoints: 0 })
  expect(await look(approvalId)).toMatchObject({ before: { reward: 5 }, after: { reward: 9, members: 6 } })
  await expect(approve(approvalId, maker.actor)).rejects.toMatchObject({ failure: { code: 'FORBIDDEN' } })
  expect(await approve(approvalId)).toMatchObject({ state: 'executed' })
  expect(await getOffer(deps, { id })).toMatchObject({ reward: 9 })
  expect(await change(id, { reward: 4, title: 'Other' })).toMatchObject({ reward: 4 })
})

test('a survey for many pays more at once', async () => {
  expect(await change(await givenRuled(everyone), { reward: 9 })).toMatchObject({ reward: 9 })
  expect(await change(await givenSurvey(db), { reward: 9 })).toMatchObject({ reward: 9 })
})

test('a request that did not say how few they are is not approved for a few', async () => {
  const id = await givenSurvey(db)
  const strict = createLimitedDeps(db, { ...terms, dailyOffersStaffKes: 0 })
  const { approvalId } = await pendingOf(updateSurvey(strict, maker.actor, { id, reward: 9 }))
  await saveEligibility(open, checker.actor, { id, version: 0, rule: friends })
  await expect(approve(approvalId)).rejects.toMatchObject(outdated)
  expect(await getOffer(deps, { id })).toMatchObject({ reward: 5 })
})

test('of a rule for a few and a higher reward at once, the second to come waits', async () => {
  const id = await givenSurvey(db)
  const [narrowed, raised] = await startInLine<unknown>(db, lockRows('survey', { surveyId: id }), [
    () => saveEligibility(open, checker.actor, { id, version: 0, rule: friends }),
    () => change(id, { reward: 9 }),
  ])
  expect(narrowed).toMatchObject({ status: 'fulfilled' })
  expect(raised).toMatchObject({ status: 'rejected', reason: { code: 'APPROVAL_PENDING' } })
  expect(await getOffer(deps, { id })).toMatchObject({ reward: 5 })
})

test('a country where a friend says that they live is a small audience too, through every door', async () => {
  const { memberId } = await givenMember(db)
  await sql`update member set country = 'Lesotho' where member_id = ${memberId}`.execute(db)
  const made = await pendingOf(createSurvey(deps, maker.actor, offerOf('Lesotho')))
  expect(await look(made.approvalId)).toMatchObject({ after: { members: null } })
  const id = await givenSurvey(db)
  await pendingOf(change(id, { country: 'Lesotho' }))
  expect(await change(id, { country: 'Global' })).toMatchObject({ country: 'Global' })
  const csv = 'Title,Description,Reward USD,Duration,Country,Kind\nT,D,5,5,Lesotho,instant\n'
  const { results } = await importSurveys(deps, maker.actor, { csv, isDryRun: false })
  expect(results).toMatchObject([{ outcome: 'needs-second-admin' }])
  expect(await createSurvey(deps, maker.actor, offerOf('Kenya'))).toMatchObject({ country: 'Kenya' })
})
