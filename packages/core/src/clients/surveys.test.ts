import { createHash } from 'node:crypto'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { listAudit } from '../admin/testing.ts'
import { finance } from '../payouts/testing.ts'
import { completeSurvey } from '../surveys/complete-survey.ts'
import { hideSmall } from '../surveys/quotas/quotas.ts'
import { givenCheckedSurvey, heldAnswers, passReviewTime } from '../surveys/reviews/testing.ts'
import { appealSurvey, decideReview, settleDueReviews } from '../surveys/reviews.ts'
import { givenSurvey } from '../surveys/testing.ts'
import { codeOf, createMailCapture, createTestDeps, givenMember, readRow } from '../testing.ts'
import { addUpClients, bookClientReceipt, getClientStatement, openClientOrder } from './budget.ts'
import {
  acceptDataset,
  answerClient,
  assignClientSurvey,
  downloadDataset,
  getMyCrossTab,
  getMyDatasets,
  getMyProgress,
  getMyResults,
  getMySurvey,
  listMyComments,
  listMySurveys,
  listThread,
  sendClientComment,
  writeMyComment,
} from './surveys/commissioned-surveys.ts'
import {
  downloadHash,
  givenBudget,
  givenClient,
  givenClientSession,
  givenComplete,
  payment,
} from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const page = { limit: 50 }

async function givenAnswered(completes: number) {
  const given = await givenBudget(deps, { completes: 20 })
  for (let at = 0; at < completes; at += 1) await givenComplete(deps, given.surveyId)
  return given
}

describe('a client', () => {
  test('sees how many answered, at their own price, and nothing of what members get', async () => {
    const { client, surveyId, priceCents } = await givenAnswered(2)
    const survey = await getMySurvey(deps, client, { id: surveyId })
    expect(survey).toEqual({
      id: surveyId,
      title: expect.any(String),
      accepted: 2,
      inField: 0,
      target: null,
      priceCents,
    })
  })

  test('sees counts of fewer than five people neither in answers nor by day', async () => {
    const { client, surveyId } = await givenAnswered(4)
    const results = await getMyResults(deps, client, { id: surveyId })
    expect(results.days).toEqual([])
    expect(results.questions.flatMap(({ rows }) => rows)).toEqual([])
    await givenComplete(deps, surveyId)
    const more = await getMyResults(deps, client, { id: surveyId })
    expect(more.questions[0]?.rows.find(({ answer }) => answer === 'SACCO')?.count).toBe(5)
    expect(more.days).toMatchObject([{ completed: 5 }])
    expect(JSON.stringify(more)).not.toMatch(/reward|member|screenOut/i)
  })

  test('compares two questions over the answers that are charged, and sees nothing of fewer than five', async () => {
    const { client, surveyId } = await givenAnswered(4)
    const compare = () => getMyCrossTab(deps, client, { id: surveyId, rows: 1, columns: 3 })
    expect(await compare()).toEqual({ columns: [], rows: [] })
    const { memberId } = await givenComplete(deps, surveyId)
    const bases = async () => (await compare()).columns.map(({ base }) => base).filter(Boolean)
    expect(await bases()).toEqual([5])
    await givenComplete(deps, surveyId)
    await sql`update client_place set is_charged = false, is_open = false
      where survey_id = ${surveyId} and member_id = ${memberId}`.execute(db)
    expect(await bases()).toEqual([5])
  })

  test('with a link to one survey sees no other of the organisation', async () => {
    const { userId, surveyId, clientId } = await givenClient(deps)
    const second = await givenClient(deps)
    const { client } = await givenClientSession(deps, userId, surveyId)
    expect((await listMySurveys(deps, client, page)).map(({ id }) => id)).toEqual([surveyId])
    expect(await codeOf(getMySurvey(deps, client, { id: second.surveyId }))).toBe('SURVEY_NOT_FOUND')
    await expect(
      assignClientSurvey(deps, finance, { clientId, surveyId: second.surveyId }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('and staff write in one thread, where staff have no name', async () => {
    const { client, surveyId } = await givenClient(deps)
    await writeMyComment(deps, client, { surveyId, questionId: 2, text: 'Why so few?' })
    await answerClient(deps, finance, { surveyId, text: 'It began yesterday.' })
    const comments = await listMyComments(deps, client, { surveyId, ...page })
    expect(comments.map(({ author, text }) => [author, text])).toEqual([
      [null, 'It began yesterday.'],
      ['Njeri Mwangi', 'Why so few?'],
    ])
    expect(await listThread(deps, { surveyId, ...page })).toEqual(comments)
    expect(JSON.stringify(comments)).not.toContain('fatuma')
  })
})

test('a comment is mailed to our team, and its answer to the people of the client', async () => {
  const { mail, sent } = createMailCapture()
  const { client, surveyId, email, clientId } = await givenClient(deps)
  const { id } = await writeMyComment(deps, client, { surveyId, text: 'Why so few?' })
  const { id: answerId } = await answerClient(deps, finance, { surveyId, text: 'It began yesterday.' })
  const { rows: jobs } = await sql<{ data: { commentId: string; userId: string | null } }>`
    select data from pgboss.job where name = 'send-client-comment' and data ->> 'commentId' in (${id}, ${answerId})
    order by created_on`.execute(db)
  for (const { data } of jobs) await sendClientComment({ ...deps, mail }, data)
  expect(sent.map(({ mail: { to, author, text, path } }) => [to, author, text, path])).toEqual([
    ['support@chuma.test', 'Njeri Mwangi', 'Why so few?', `/admin/clients/${clientId}`],
    [email, null, 'It began yesterday.', `/client?survey=${surveyId}`],
  ])
})

describe('a dataset', () => {
  test('is accepted once as a version that later answers do not change', async () => {
    const { client, surveyId } = await givenAnswered(5)
    const hash = await downloadHash(deps, client, surveyId)
    const calls = Array.from({ length: 10 }, () => acceptDataset(deps, client, { surveyId, hash }))
    await Promise.all(calls)
    await givenComplete(deps, surveyId)
    const after = await getMyDatasets(deps, client, { id: surveyId })
    expect(after).toMatchObject({
      respondents: 6,
      joined: 1,
      left: 0,
      accepted: [{ version: 1, respondents: 5, hash }],
    })
    expect(await codeOf(acceptDataset(deps, client, { surveyId, hash }))).toBe('INVALID_INPUT')
    const next = await acceptDataset(deps, client, {
      surveyId,
      hash: await downloadHash(deps, client, surveyId),
    })
    expect(next.accepted.map(({ version, respondents }) => [version, respondents])).toEqual([
      [2, 6],
      [1, 5],
    ])
  })

  test('names who left it after it was accepted', async () => {
    const { client, surveyId } = await givenAnswered(6)
    const hash = await downloadHash(deps, client, surveyId)
    await acceptDataset(deps, client, { surveyId, hash })
    await sql`update client_place set is_charged = false, is_open = false where survey_id = ${surveyId} and member_id = (
      select member_id from client_place where survey_id = ${surveyId} limit 1)`.execute(db)
    expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({
      left: 1,
      joined: 0,
      respondents: 5,
    })
  })

  test('is delivered from five answers on, under pseudonyms, and each time noted with its hash', async () => {
    const { client, surveyId } = await givenAnswered(4)
    expect(await codeOf(downloadDataset(deps, client, { id: surveyId }))).toBe('DATASET_STATE')
    const { memberId, email } = await givenComplete(deps, surveyId)
    const csv = String(await downloadDataset(deps, client, { id: surveyId }))
    expect(csv.trim().split('\n')).toHaveLength(6)
    expect(csv).not.toContain(memberId)
    expect(csv).not.toContain(email)
    const hash = createHash('sha256').update(csv).digest('hex')
    expect(await listAudit(db, `survey:${surveyId}`)).toContainEqual(
      expect.objectContaining({
        actor: client.audited,
        action: 'client.dataset-delivered',
        after: expect.objectContaining({ rows: 5, hash }),
      }),
    )
  })
})

describe('staff who favour a client', () => {
  test('cannot give away answers that came before the order', async () => {
    const { client, clientId } = await givenClient(deps)
    const surveyId = await givenSurvey(db)
    for (let at = 0; at < 6; at += 1) await givenComplete(deps, surveyId)
    await assignClientSurvey(deps, finance, { clientId, surveyId })
    await openClientOrder(deps, finance, { surveyId, priceCents: 1 })
    expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({
      respondents: 0,
      isReady: false,
    })
    expect(await getMySurvey(deps, client, { id: surveyId })).toMatchObject({ accepted: 0, inField: 0 })
    const { base, questions } = await getMyResults(deps, client, { id: surveyId })
    expect([base, questions.flatMap(({ rows }) => rows)]).toEqual([0, []])
    expect(await codeOf(downloadDataset(deps, client, { id: surveyId }))).toBe('DATASET_STATE')
  })

  test('cannot lower a price once it is agreed, nor move a survey to another client', async () => {
    const { surveyId } = await givenBudget(deps)
    const other = await givenClient(deps)
    expect(await codeOf(openClientOrder(deps, finance, { surveyId, priceCents: 1 }))).toBe('ALREADY_DECIDED')
    await expect(
      assignClientSurvey(deps, finance, { clientId: other.clientId, surveyId }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

const content = { name: 'staff:chebet', address: null }

/** An answer that waits for a check, at a price of KES 900. */
async function givenHeldAnswer() {
  const { clientId, client } = await givenClient(deps)
  const surveyId = await givenCheckedSurvey(db, `Checked ${clientId}`)
  await assignClientSurvey(deps, finance, { clientId, surveyId })
  await openClientOrder(deps, finance, { surveyId, priceCents: 90_000 })
  await bookClientReceipt(deps, finance, payment(clientId, 900_000))
  const member = await givenMember(db)
  await completeSurvey(deps, member, { surveyId, answers: heldAnswers })
  const { reviewId } = await readRow(db, 'surveyReview', ['reviewId'], { surveyId })
  const figures = async () => {
    await addUpClients(deps)
    const { reservedCents, consumedCents } = await getClientStatement(deps, { clientId })
    return [reservedCents, consumedCents]
  }
  return { client, surveyId, member, reviewId, figures }
}

test('answers that wait for a check take nothing of the budget, and are charged when they are paid', async () => {
  const { reviewId, figures } = await givenHeldAnswer()
  expect(await figures()).toEqual([0, 0])
  await decideReview(deps, content, { id: reviewId, decision: 'paid', reason: '' })
  expect(await figures()).toEqual([0, 90_000])
})

test('rejected answers are given back, and stay so when an appeal succeeds: the client neither pays nor gets them', async () => {
  const { client, surveyId, member, reviewId, figures } = await givenHeldAnswer()
  await decideReview(deps, content, { id: reviewId, decision: 'rejected', reason: 'Too fast' })
  expect(await figures()).toEqual([0, 0])
  const { attemptId } = await readRow(db, 'surveyAttempt', ['attemptId'], { surveyId })
  await appealSurvey(deps, member, { id: attemptId, appeal: 'I read fast' })
  await decideReview(deps, finance, { id: reviewId, decision: 'paid', reason: 'Agreed' })
  expect(await figures()).toEqual([0, 0])
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({ respondents: 0 })
})

test('an accepted answer that is rejected later is taken back once, and is in no dataset after it', async () => {
  const { client, surveyId, member, reviewId, figures } = await givenHeldAnswer()
  await passReviewTime(db, member.memberId)
  await settleDueReviews(deps)
  expect(await figures()).toEqual([0, 90_000])
  const reject = { id: reviewId, decision: 'rejected', reason: 'Copied' } as const
  await decideReview(deps, content, reject)
  await expect(decideReview(deps, content, reject)).rejects.toMatchObject({ code: 'ALREADY_DECIDED' })
  expect(await figures()).toEqual([0, 0])
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({ respondents: 0 })
})

const shown = (...accepted: number[]) =>
  hideSmall(
    accepted.map((count) => ({ accepted: count })),
    [],
  ).map((cell) => cell.accepted)

test('progress by day counts the answers that the client pays for', async () => {
  const { surveyId, client } = await givenBudget(deps)
  const members = [await givenComplete(deps, surveyId), await givenComplete(deps, surveyId)]
  await givenComplete(deps, surveyId)
  await sql`update client_place set is_charged = false, is_open = false
    where survey_id = ${surveyId} and member_id = ${members[0]?.memberId}`.execute(db)
  const { days, cells } = await getMyProgress(deps, client, { id: surveyId })
  expect(days).toEqual([{ day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), accepted: 2 }])
  expect(cells).toEqual([])
})

test('progress by quota names the groups, and hides cells of fewer than five', async () => {
  const { surveyId, client } = await givenBudget(deps, { completes: 12 })
  const members = []
  for (let at = 0; at < 8; at += 1) members.push(await givenComplete(deps, surveyId))
  await sql`insert into survey_quota (survey_id, dimensions, total, hold_minutes, version, saved_by) values (${surveyId},
    ${JSON.stringify([
      {
        source: 'profile',
        code: 'gender',
        label: 'Gender',
        groups: [
          { code: 'f', label: 'Women', codes: ['f'] },
          { code: 'm', label: 'Men', codes: ['m'] },
          { code: 'x', label: 'Others', codes: ['x'] },
        ],
      },
    ])}::jsonb, 30, 60, 1, 'staff:amina')`.execute(db)
  await sql`insert into survey_cell (survey_id, cell, groups, profile, target)
    select ${surveyId}, code, array[code], jsonb_build_object('gender', jsonb_build_array(code)), 10
    from unnest(array['f', 'm', 'x']) code`.execute(db)
  // As if the survey had had quotas from the start.
  for (const [at, { memberId }] of members.entries()) {
    await sql`insert into survey_place (member_id, survey_id, cell, state, day, until)
      values (${memberId}, ${surveyId}, ${at < 6 ? 'f' : 'm'}, 'accepted', current_date, now())`.execute(db)
  }
  const { cells } = await getMyProgress(deps, client, { id: surveyId })
  expect(cells.map(({ groups, target, accepted }) => [groups[0], target, accepted])).toEqual([
    ['Women', 10, null],
    ['Men', 10, null],
    ['Others', 10, null],
  ])
})

test('a small cell hides all, as results cut the same people another way', () => {
  expect(shown(20, 3, 9)).toEqual([null, null, null])
  expect(shown(20, 9, 0)).toEqual([20, 9, 0])
  expect(shown(1, 1, 0)).toEqual([null, null, null])
})

test('cells that merge answers to a question are hidden, as one of the answers would follow', () => {
  const group = (...codes: string[]) => ({ code: codes.join('_'), label: '', codes })
  const dimension = (source: 'question' | 'profile') => ({
    source,
    groups: [group('tea', 'coffee'), group('milk')],
  })
  expect(hideSmall([{ accepted: 23 }], [dimension('question')])).toEqual([{ accepted: null }])
  expect(hideSmall([{ accepted: 23 }], [dimension('profile')])).toEqual([{ accepted: 23 }])
})

test('another organisation’s progress answers as unknown', async () => {
  const [{ client }, { surveyId }] = [await givenClient(deps), await givenClient(deps)]
  expect(await codeOf(getMyProgress(deps, client, { id: surveyId }))).toBe('SURVEY_NOT_FOUND')
})
