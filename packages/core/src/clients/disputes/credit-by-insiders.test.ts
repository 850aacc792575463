import { respondentOf } from '@chuma/db/queries/surveys/respondents'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { codeOf, createTestDeps, readRow } from '../../testing.ts'
import { decideClientDispute } from '../disputes.ts'
import { givenDispute } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

const credited = (id: string) => ({ id, decision: 'credited' as const, answer: '' })
const settled = () => givenSettled(deps, { role: 'finance' })
/** An act of theirs in the audit log, as its use case writes it. */
const didBefore = (actor: string, entry: { action: string; subject: string; after?: object }) =>
  sql`insert into audit_entry (actor, person_id, action, subject, after)
    values (${actor}, person_of(${actor}), ${entry.action}, ${entry.subject}, ${JSON.stringify(entry.after ?? {})})`.execute(
    db,
  )

const stateOf = async (disputeId: string) =>
  (await readRow(db, 'clientDispute', ['state'], { disputeId })).state

test.each(['create-survey', 'update-survey', 'publish-questionnaire', 'save-questionnaire', 'save-quotas'])(
  'a friend of the client credits nothing of a survey after their own %s, from none of their accounts',
  async (action) => {
    const { surveyId, disputeId } = await givenDispute(deps)
    const friend = await settled()
    const again = await givenSettled(deps, { role: 'finance', personId: friend.personId })
    await didBefore(friend.actor.name, { action, subject: `survey:${surveyId}` })
    for (const { actor } of [friend, again]) {
      await expect(decideClientDispute(deps, actor, credited(disputeId))).rejects.toMatchObject({
        failure: { code: 'FORBIDDEN', params: { why: 'ownSurvey' } },
      })
    }
    expect(await stateOf(disputeId)).toBe('open')
    await decideClientDispute(deps, (await settled()).actor, credited(disputeId))
    expect(await stateOf(disputeId)).toBe('credited')
  },
)

test('nor an answer about which they decided', async () => {
  const { surveyId, disputeId, respondent } = await givenDispute(deps)
  const friend = await settled()
  const { rows } = await sql<{ id: string }>`
    select r.review_id as id from survey_review r join survey_attempt a using (member_id, survey_id)
    where r.survey_id = ${surveyId} and ${respondentOf(surveyId, sql.ref('a.attempt_id'))} = ${respondent}`.execute(
    db,
  )
  await didBefore(friend.actor.name, {
    action: 'survey-review.accepted',
    subject: `survey-review:${rows[0]?.id}`,
  })
  expect(await codeOf(decideClientDispute(deps, friend.actor, credited(disputeId)))).toBe('FORBIDDEN')
})

test('where company changes need two, a credit waits for a second person without a part in the survey', async () => {
  const strict = createLimitedDeps(db, { companyChangesNeedTwo: true })
  const { surveyId, disputeId } = await givenDispute(deps)
  const [amina, friend, brian] = [await settled(), await settled(), await settled()]
  await didBefore(friend.actor.name, { action: 'create-survey', subject: `survey:${surveyId}` })
  const { approvalId } = await pendingOf(decideClientDispute(strict, amina.actor, credited(disputeId)))
  expect(await stateOf(disputeId)).toBe('open')
  const approve = (actor: typeof amina.actor) =>
    decideApproval(strict, actor, { approvalId, decision: 'approve', note: '' })
  expect(await codeOf(approve(amina.actor))).toBe('FORBIDDEN')
  expect(await codeOf(approve(friend.actor))).toBe('FORBIDDEN')
  await approve(brian.actor)
  expect(await stateOf(disputeId)).toBe('credited')
})

test('credits above the limit of a day wait, also when two come at once', async () => {
  // KES 900 each.
  const limited = createLimitedDeps(db, { companyChangesNeedTwo: false, dailyCreditsStaffKes: 1_000 })
  const { actor } = await settled()
  const disputes = [await givenDispute(deps), await givenDispute(deps)]
  const codes = await Promise.all(
    disputes.map(({ disputeId }) => codeOf(decideClientDispute(limited, actor, credited(disputeId)))),
  )
  expect(codes.sort()).toEqual(['APPROVAL_PENDING', 'passed'])
})

test('rejecting, which gives nothing away, needs nobody else', async () => {
  const strict = createLimitedDeps(db, { companyChangesNeedTwo: true })
  const { surveyId, disputeId } = await givenDispute(deps)
  const { actor } = await settled()
  await didBefore(actor.name, { action: 'create-survey', subject: `survey:${surveyId}` })
  await decideClientDispute(strict, actor, { id: disputeId, decision: 'rejected', answer: 'They fit.' })
  expect(await stateOf(disputeId)).toBe('rejected')
})
