import { respondentOf } from '@chuma/db/queries/surveys/respondents'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { startBehind } from '../../admin/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { codeOf, createTestDeps, readRow, refusals } from '../../testing.ts'
import { addUpClients, getClientStatement } from '../budget.ts'
import { decideClientDispute, disputeRespondent, listMyDisputes } from '../disputes.ts'
import { downloadDataset } from '../surveys/commissioned-surveys.ts'
import { writeDataset } from '../surveys/write-dataset.ts'
import { endClientDay, givenBudget, givenClientSession, givenComplete, givenDispute } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const credit = (id: string) => decideClientDispute(deps, finance, { id, decision: 'credited', answer: '' })

/** What the journal says that a client's order used, in cents. */
async function revenueOf(surveyId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(-sum(l.minor), 0)::bigint as minor from journal_line l join journal_entry e using (entry_id)
    join client_order o on e.source_key like 'client-consumed:' || o.order_id || ':%'
    where l.account = 'client-revenue' and o.survey_id = ${surveyId}
  `.execute(db)
  return rows[0]?.minor ?? 0
}

describe('a dispute', () => {
  test('that is credited gives the price back once of twenty decisions at once, and the journal equals the statement', async () => {
    const { clientId, surveyId, disputeId, priceCents } = await givenDispute(deps)
    await addUpClients(deps)
    await endClientDay(deps)
    await addUpClients(deps)
    expect(await revenueOf(surveyId)).toBe(6 * priceCents)
    const calls = await startBehind(
      db,
      (trx) => sql`select from client_dispute where dispute_id = ${disputeId} for update`.execute(trx),
      () => Array.from({ length: 20 }, () => credit(disputeId)),
    )
    expect(refusals(calls)).toEqual(Array(19).fill('ALREADY_DECIDED'))
    await addUpClients(deps)
    // Another day than the first.
    await sql`update client_day set day = day - 2 where not is_booked`.execute(db)
    await addUpClients(deps)
    const statement = await getClientStatement(deps, { clientId })
    expect(statement).toMatchObject({ consumedCents: 5 * priceCents, reservedCents: 0 })
    expect(statement.availableCents).toBe(5 * priceCents)
    expect(await revenueOf(surveyId)).toBe(5 * priceCents)
  })

  test('that is credited takes the respondent out of later files, and the member keeps their points', async () => {
    const { surveyId, client, respondent, disputeId } = await givenDispute(deps)
    const earned = () =>
      sql<{
        points: number
      }>`select sum(w.available)::int as points from wallet w join client_place p using (member_id)
        where p.survey_id = ${surveyId}`
        .execute(db)
        .then(({ rows }) => rows[0]?.points)
    const before = await earned()
    expect(await downloadDataset(deps, client, { id: surveyId })).toContain(respondent)
    await credit(disputeId)
    const { respondents } = await writeDataset(db, { id: surveyId })
    expect(respondents).toHaveLength(5)
    expect(respondents).not.toContain(respondent)
    expect(await earned()).toBe(before)
    expect(before).toBeGreaterThan(0)
  })

  test('that is rejected stays charged, and tells the client why', async () => {
    const { clientId, surveyId, client, disputeId, priceCents } = await givenDispute(deps)
    await decideClientDispute(deps, finance, { id: disputeId, decision: 'rejected', answer: 'They fit.' })
    await expect(credit(disputeId)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    await addUpClients(deps)
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ consumedCents: 6 * priceCents })
    expect((await listMyDisputes(deps, client, { id: surveyId })).disputes).toMatchObject([
      { state: 'rejected', answer: 'They fit.' },
    ])
  })

  test('of an answer that was taken back meanwhile credits nothing', async () => {
    const { clientId, surveyId, disputeId, priceCents } = await givenDispute(deps)
    await addUpClients(deps)
    await sql`update client_place set is_open = false, is_charged = false where survey_id = ${surveyId}`.execute(
      db,
    )
    await expect(credit(disputeId)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
    await addUpClients(deps)
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ consumedCents: 6 * priceCents })
  })
})

describe('a client', () => {
  test('disputes three of few answers, however many presses come at once', async () => {
    const { clientId, surveyId, client, respondents } = await givenDispute(deps)
    const calls = await startBehind(
      db,
      (trx) => sql`select from client_account where organisation_id = ${clientId} for update`.execute(trx),
      () =>
        respondents
          .slice(1)
          .map((respondent) => disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })),
    )
    expect(refusals(calls)).toEqual(Array(3).fill('DISPUTE_LIMIT'))
    expect(await listMyDisputes(deps, client, { id: surveyId })).toMatchObject({ left: 0 })
  })

  test('gets no room for more by what was credited', async () => {
    const { surveyId, client, respondents, disputeId } = await givenDispute(deps)
    await credit(disputeId)
    const dispute = (respondent = '') =>
      disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })
    await dispute(respondents[1])
    await dispute(respondents[2])
    await expect(dispute(respondents[3])).rejects.toMatchObject({ code: 'DISPUTE_LIMIT' })
  })

  test('learns nothing of another organisation’s pseudonyms: they are as unknown as invented ones', async () => {
    const mine = await givenDispute(deps)
    const theirs = await givenDispute(deps)
    const failures = [theirs.respondents[1] ?? '', '0123456789abcdef'].map((respondent) =>
      disputeRespondent(deps, mine.client, { surveyId: mine.surveyId, respondent, reason: 'Copied' }).catch(
        ({ failure }: { failure: unknown }) => failure,
      ),
    )
    const [other, invented] = await Promise.all(failures)
    expect(other).toMatchObject({ code: 'INVALID_INPUT' })
    expect(other).toEqual(invented)
    await expect(
      disputeRespondent(deps, mine.client, {
        surveyId: theirs.surveyId,
        respondent: theirs.respondents[1] ?? '',
        reason: 'Copied',
      }),
    ).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
  })

  test('disputes a respondent once, and only with a session for the whole organisation', async () => {
    const { surveyId, userId, client, respondent, respondents } = await givenDispute(deps)
    await expect(
      disputeRespondent(deps, client, { surveyId, respondent, reason: 'Again' }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const { client: byLink } = await givenClientSession(deps, userId, surveyId)
    await expect(
      disputeRespondent(deps, byLink, { surveyId, respondent: respondents[1] ?? '', reason: 'Copied' }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('disputes a tenth of many answers', async () => {
    const { surveyId, client } = await givenBudget(deps, { completes: 40 })
    for (let at = 0; at < 40; at += 1) await givenComplete(deps, surveyId)
    expect(await listMyDisputes(deps, client, { id: surveyId })).toMatchObject({ left: 4 })
  })
})

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
