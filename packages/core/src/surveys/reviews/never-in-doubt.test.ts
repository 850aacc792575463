import { createHash } from 'node:crypto'
import { openClientOrderInput } from '@chuma/contract/clients/client-quotes'
import type { Trx } from '@chuma/db/client'
import { getBalance } from '@chuma/db/queries/wallet/wallet'
import { startTogether } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letDeletionCome } from '../../account/testing.ts'
import { givenSettled } from '../../admin/approvals/testing.ts'
import { startInLine } from '../../admin/testing.ts'
import { addUpClients, bookClientReceipt, getClientStatement, openClientOrder } from '../../clients/budget.ts'
import { decideClientDispute, disputeRespondent } from '../../clients/disputes.ts'
import {
  acceptDataset,
  assignClientSurvey,
  getMyDatasets,
} from '../../clients/surveys/commissioned-surveys.ts'
import { readCharged, writeDataset } from '../../clients/surveys/write-dataset.ts'
import { downloadHash, givenClient, payment } from '../../clients/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { eraseMembers } from '../../personal-data/erase-members.ts'
import { codeOf, givenMember, openTestDb, readRows, refusals } from '../../testing.ts'
import { completeSurvey } from '../complete-survey.ts'
import { writeFile } from '../results/export-results.ts'
import { acceptReviews, appealSurvey, decideReview, getReview, rejectReviews } from '../reviews.ts'
import { startSurvey } from '../surveys.ts'
import { givenSurvey, goodAnswers } from '../testing.ts'

const { db, deps } = await openTestDb()
const maker = (await givenSettled(deps, { role: 'content' })).actor
const checker = (await givenSettled(deps, { role: 'content' })).actor
const PRICE_CENTS = 90_000
const reject = { decision: 'rejected', reason: 'The words are copied from a website' } as const

/** A member who took their time over a survey, and was paid without a doubt. */
async function givenTrusted(surveyId: string) {
  const member = await givenMember(db)
  const { memberId } = member
  const { id } = await startSurvey(deps, member, { surveyId })
  await sql`update survey_attempt set started_at = started_at - interval '10 minutes' where attempt_id = ${id}`.execute(
    db,
  )
  await completeSurvey(deps, member, { surveyId, answers: goodAnswers })
  expect(await readRows(db, 'surveyReview', ['state'], { memberId })).toEqual([])
  return { member, memberId, id }
}

/** A survey of a client who pays for ten answers. */
async function givenPaidSurvey() {
  const { client, clientId } = await givenClient(deps)
  const surveyId = await givenSurvey(db)
  await assignClientSurvey(deps, finance, { clientId, surveyId })
  await openClientOrder(deps, finance, openClientOrderInput.parse({ surveyId, priceCents: PRICE_CENTS }))
  await bookClientReceipt(deps, finance, payment(clientId, PRICE_CENTS * 10))
  const charged = async () => {
    await addUpClients(deps)
    const { consumedCents, reservedCents } = await getClientStatement(deps, { clientId })
    expect(reservedCents).toBe(0)
    return consumedCents / PRICE_CENTS
  }
  return { client, clientId, surveyId, charged }
}

const pointsOf = async (memberId: string) => (await getBalance(db, memberId)).availablePoints

test('answers that were never in doubt can be read and rejected by their attempt, with an appeal', async () => {
  const { surveyId, charged } = await givenPaidSurvey()
  const { member, memberId, id } = await givenTrusted(surveyId)
  expect(await charged()).toBe(1)
  const read = await getReview(deps, { id })
  expect(read).toMatchObject({ id, state: 'paid', flags: [], score: 0, points: 5, decidedBy: 'system' })
  expect(read.returnableUntil).not.toBeNull()
  expect(read.answers, 'nobody reads them under a name').toEqual([])

  const rejected = await decideReview(deps, maker, { id, ...reject })
  expect(rejected).toMatchObject({ id, state: 'rejected', decidedBy: maker.name, reason: reject.reason })
  expect(await pointsOf(memberId)).toBe(0)
  expect(await charged()).toBe(0)
  await appealSurvey(deps, member, { id, appeal: 'I wrote every word of it' })
  expect(await codeOf(decideReview(deps, maker, { id, decision: 'paid', reason: 'Fine' }))).toBe('FORBIDDEN')
  await decideReview(deps, checker, { id, decision: 'paid', reason: 'You were right' })
  expect(await pointsOf(memberId)).toBe(5)
  expect(await charged(), 'a won appeal is our cost').toBe(0)
  expect(await codeOf(decideReview(deps, checker, { id, ...reject }))).toBe('ALREADY_DECIDED')
})

test('of two people who reject such answers at once one does, and the points are taken back once', async () => {
  const { memberId, id } = await givenTrusted(await givenSurvey(db))
  const calls = await startTogether(db, memberId, () =>
    [maker, checker].map((staff) => decideReview(deps, staff, { id, ...reject })),
  )
  expect(refusals(calls)).toEqual(['ALREADY_DECIDED'])
  expect(await pointsOf(memberId)).toBe(0)
  expect(await codeOf(decideReview(deps, maker, { id, ...reject }))).toBe('ALREADY_DECIDED')
})

test('many are rejected by attempts too, and nothing else is decided about them', async () => {
  const surveyId = await givenSurvey(db)
  const [one, other] = [await givenTrusted(surveyId), await givenTrusted(surveyId)]
  const accepted = await acceptReviews(deps, maker, { ids: [one.id] })
  expect(accepted.results).toEqual([{ id: one.id, outcome: 'decided' }])
  for (const decision of ['paid', 'held'] as const) {
    expect(await codeOf(decideReview(deps, maker, { id: one.id, decision, reason: 'x' }))).toBe(
      'ALREADY_DECIDED',
    )
  }
  expect(await readRows(db, 'surveyReview', ['state'], { surveyId })).toEqual([])
  const { results } = await rejectReviews(deps, maker, { ids: [one.id, other.id], reason: reject.reason })
  expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected'])
})

test('after 30 days they stay accepted, and an attempt that nobody completed has no review', async () => {
  const surveyId = await givenSurvey(db)
  const { id, memberId } = await givenTrusted(surveyId)
  await sql`alter table survey_attempt disable trigger user`.execute(db)
  await sql`update survey_attempt set completed_at = now() - interval '31 days', started_at = now() - interval '32 days'
    where attempt_id = ${id}`.execute(db)
  await sql`alter table survey_attempt enable trigger user`.execute(db)
  expect(await codeOf(decideReview(deps, maker, { id, ...reject }))).toBe('ALREADY_DECIDED')
  expect(await pointsOf(memberId)).toBe(5)
  const begun = await startSurvey(deps, await givenMember(db), { surveyId })
  expect(await codeOf(decideReview(deps, maker, { id: begun.id, ...reject }))).toBe('NOT_FOUND')
  expect(await codeOf(getReview(deps, begun))).toBe('NOT_FOUND')
})

test('answers of a member who was erased can be rejected once, and the client gets its money back', async () => {
  const { surveyId, charged } = await givenPaidSurvey()
  const { id, memberId } = await givenTrusted(surveyId)
  expect(await charged()).toBe(1)
  await letDeletionCome(db, memberId)
  await eraseMembers(deps)
  await decideReview(deps, maker, { id, ...reject })
  expect(await codeOf(decideReview(deps, checker, { id, ...reject }))).toBe('ALREADY_DECIDED')
  expect(await charged()).toBe(0)
})

/** A survey with six charged answers. */
async function givenData() {
  const given = await givenPaidSurvey()
  const people = []
  for (let at = 0; at < 6; at += 1) people.push(await givenTrusted(given.surveyId))
  const [first] = people
  if (!first) throw new Error('there are six')
  return { ...given, first }
}

test('after the client accepted the data, a rejected answer leaves the next file, and what was accepted stays', async () => {
  const { client, surveyId, first, charged } = await givenData()
  const hash = await downloadHash(deps, client, surveyId)
  await acceptDataset(deps, client, { surveyId, hash })
  await decideReview(deps, maker, { id: first.id, ...reject })
  expect(await getMyDatasets(deps, client, { id: surveyId })).toMatchObject({
    respondents: 5,
    left: 1,
    accepted: [{ version: 1, respondents: 6, hash }],
  })
  expect(await codeOf(acceptDataset(deps, client, { surveyId, hash }))).toBe('INVALID_INPUT')
  expect(await charged()).toBe(5)
})

test('a file that is being written when an answer is rejected is the one of the moment before, and the next is without it', async () => {
  const { client, surveyId, first, charged } = await givenData()
  const before = await writeDataset(db, { id: surveyId })
  const { survey, asked } = await readCharged(db, surveyId)
  const pieces: string[] = []
  const file = writeFile(db, { survey, asked, format: 'csv', cells: 'codes' })
  for await (const piece of file) {
    if (pieces.length === 0) await decideReview(deps, maker, { id: first.id, ...reject })
    pieces.push(piece.toString())
  }
  expect(pieces.join('')).toBe(before.bytes.toString())
  expect(before.respondents).toHaveLength(6)
  const after = await writeDataset(db, { id: surveyId })
  expect(after.respondents).toHaveLength(5)
  expect(before.respondents).toEqual(expect.arrayContaining(after.respondents))
  expect(await charged()).toBe(5)
  const hash = createHash('sha256').update(before.bytes).digest('hex')
  expect(await codeOf(acceptDataset(deps, client, { surveyId, hash }))).toBe('INVALID_INPUT')
})

/** Someone whose charged answers are in the file, under this pseudonym. */
async function givenKnown(surveyId: string) {
  const trusted = await givenTrusted(surveyId)
  const { rows } = await sql<{ respondent: string }>`
    select respondent_of(a.attempt_id, s.respondent_key) as respondent from survey_attempt a join survey s using (survey_id)
    where a.attempt_id = ${trusted.id}`.execute(db)
  return { ...trusted, respondent: rows[0]?.respondent ?? '' }
}

test('a rejection and a credit of the same answer at once give the price back once, and the rejection takes the points', async () => {
  for (const isCreditFirst of [true, false]) {
    const { client, surveyId, charged } = await givenData()
    const { respondent, memberId, id } = await givenKnown(surveyId)
    const { disputes } = await disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })
    const calls = [
      () =>
        decideClientDispute(deps, finance, { id: disputes[0]?.id ?? '', decision: 'credited', answer: '' }),
      () => decideReview(deps, maker, { id, ...reject }),
    ]
    const lockPlace = (trx: Trx) =>
      sql`select from client_place where member_id = ${memberId} for update`.execute(trx)
    const results = await startInLine<unknown>(db, lockPlace, isCreditFirst ? calls : calls.toReversed())
    expect(refusals(results)).toEqual(isCreditFirst ? [] : ['ALREADY_DECIDED'])
    expect(await pointsOf(memberId)).toBe(0)
    expect(await charged(), isCreditFirst ? 'credited first' : 'rejected first').toBe(6)
  }
})

test('after a credit the member keeps their points until staff reject the answers, and an appeal that succeeds charges nothing', async () => {
  const { client, surveyId, charged } = await givenData()
  const { respondent, member, memberId, id } = await givenKnown(surveyId)
  const { disputes } = await disputeRespondent(deps, client, { surveyId, respondent, reason: 'Copied' })
  await decideClientDispute(deps, finance, { id: disputes[0]?.id ?? '', decision: 'credited', answer: '' })
  expect([await pointsOf(memberId), await charged()]).toEqual([5, 6])
  await decideReview(deps, maker, { id, ...reject })
  expect([await pointsOf(memberId), await charged()]).toEqual([0, 6])
  await appealSurvey(deps, member, { id, appeal: 'I wrote every word of it' })
  await decideReview(deps, checker, { id, decision: 'paid', reason: 'You were right' })
  expect([await pointsOf(memberId), await charged()]).toEqual([5, 6])
  expect((await writeDataset(db, { id: surveyId })).respondents).not.toContain(respondent)
})
