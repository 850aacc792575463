import type { Rule } from '@chuma/contract/surveys/eligibility/eligibility'
import { createSurveyInput } from '@chuma/contract/surveys/survey-offers'
import { findApproval } from '@chuma/db/queries/admin/approvals'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { startInLine } from '../../admin/testing.ts'
import { givenPremiumMember } from '../../tasks/games.testing.ts'
import { givenMember } from '../../testing.ts'
import { saveEligibility } from '../eligibility.ts'
import { importSurveys } from '../offers/import-surveys.ts'
import { createSurvey, getOffer, updateSurvey } from '../offers/offers.ts'
import { givenSurvey } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
/** No limit of the day: what waits here waits for its audience. */
const terms = { minimumAudience: 10, dailyOffersStaffKes: 1_000_000_000 }
const deps = createLimitedDeps(db, terms)
const open = createLimitedDeps(db, { ...terms, minimumAudience: 0 })
const maker = await givenSettled(deps, { role: 'content' })
const checker = await givenSettled(deps, { role: 'content' })

const friends: Rule = { is: 'premium', value: true }
const everyone: Rule = { is: 'premium', value: false }
async function givenRuled(rule: Rule) {
  const id = await givenSurvey(db)
  await saveEligibility(open, checker.actor, { id, version: 0, rule })
  return id
}
const change = (id: string, changes: object) => updateSurvey(deps, maker.actor, { id, ...changes })
const approve = (approvalId: string, actor = checker.actor) =>
  decideApproval(deps, actor, { approvalId, decision: 'approve', note: '' })
const look = (approvalId: string) =>
  findApproval(db, { approvalId, reader: 'system', kinds: ['create-survey', 'update-survey'] })
const outdated = { failure: { code: 'APPROVAL_STATE', params: { state: 'outdated' } } }
const offerOf = (country: string) =>
  createSurveyInput.parse({
    title: `For ${country}`,
    description: 'D',
    reward: 5,
    duration: 5,
    kind: 'instant',
    country,
  })

beforeAll(async () => {
  for (let count = 0; count < 10; count++) await givenMember(db)
  for (let count = 0; count < 6; count++) await givenPremiumMember(db)
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
  const [narrowed, raised] = await startInLine<unknown>(
    db,
    (trx) => trx.selectFrom('survey').select('surveyId').where('surveyId', '=', id).forUpdate().execute(),
    [
      () => saveEligibility(open, checker.actor, { id, version: 0, rule: friends }),
      () => change(id, { reward: 9 }),
    ],
  )
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
