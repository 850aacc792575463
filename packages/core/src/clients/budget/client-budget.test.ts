import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { startBehind } from '../../admin/testing.ts'
import type { SignedInMember } from '../../caller.ts'
import { finance } from '../../payouts/testing.ts'
import { linesOf } from '../../receivables/testing.ts'
import { completeSurvey } from '../../surveys/complete-survey.ts'
import { expireSurveys, listSurveys, startSurvey } from '../../surveys/surveys.ts'
import { goodAnswers } from '../../surveys/testing.ts'
import { codeOf, createTestDeps, givenMember, refusals } from '../../testing.ts'
import {
  addUpClients,
  bookClientReceipt,
  getClientStatement,
  openClientOrder,
  returnClientMoney,
} from '../budget.ts'
import { endClientDay, givenBudget, givenClient, givenComplete, payment } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const statementOf = (clientId: string) => getClientStatement(deps, { clientId })

/** What the journal says that clients have prepaid, by the source keys of one of them. */
async function journalOf(clientId: string): Promise<number> {
  const { rows } = await sql<{ minor: number }>`
    select coalesce(-sum(l.minor), 0)::bigint as minor from journal_line l join journal_entry e using (entry_id)
    where l.account = 'client-prepaid' and (
      e.source_key in (select 'client-' || kind || ':' || receipt_id from client_receipt where organisation_id = ${clientId})
      or e.source_key in (select 'client-consumed:' || order_id || ':' || day from client_day join client_order using (order_id)
        where organisation_id = ${clientId})
    )
  `.execute(db)
  return rows[0]?.minor ?? 0
}

describe('a budget', () => {
  test('pays for as many of fifty starts at once as it covers, and is never overspent', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 7 })
    const members = await Promise.all(Array.from({ length: 50 }, () => givenMember(db)))
    const calls = await startBehind(
      db,
      (trx) => sql`select from client_account where organisation_id = ${clientId} for update`.execute(trx),
      () => members.map((member) => startSurvey(deps, member, { surveyId })),
    )
    expect(refusals(calls)).toEqual(Array(43).fill('SURVEY_FULL'))
    expect(await statementOf(clientId)).toMatchObject({ reservedCents: 7 * priceCents, availableCents: 0 })
  })

  test('takes one place of a member who starts in fifty tabs at once', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps)
    const member = await givenMember(db)
    await Promise.all(Array.from({ length: 50 }, () => startSurvey(deps, member, { surveyId })))
    expect(await statementOf(clientId)).toMatchObject({ reservedCents: priceCents })
  })

  test('is charged once for an attempt that is completed in fifty tabs at once', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps)
    const member = await givenMember(db)
    await startSurvey(deps, member, { surveyId })
    await Promise.all(
      Array.from({ length: 50 }, () => completeSurvey(deps, member, { surveyId, answers: goodAnswers })),
    )
    await Promise.all(Array.from({ length: 10 }, () => addUpClients(deps)))
    expect(await statementOf(clientId)).toMatchObject({ reservedCents: 0, consumedCents: priceCents })
  })

  test('that is spent stops starts, and pays those who began', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 1 })
    const [first, second] = [await givenMember(db), await givenMember(db)]
    await startSurvey(deps, first, { surveyId })
    await expect(startSurvey(deps, second, { surveyId })).rejects.toMatchObject({ code: 'SURVEY_FULL' })
    expect(await completeSurvey(deps, first, { surveyId, answers: goodAnswers })).toMatchObject({
      pointsEarned: 5,
    })
    await addUpClients(deps)
    expect(await statementOf(clientId)).toMatchObject({ consumedCents: priceCents, availableCents: 0 })
    await bookClientReceipt(deps, finance, payment(clientId, priceCents))
    await startSurvey(deps, second, { surveyId })
  })

  test('that is spent hides the survey from those who have not begun, until it pays for another', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 1 })
    const [first, second] = [await givenMember(db), await givenMember(db)]
    const sees = async (member: SignedInMember) =>
      (await listSurveys(deps, member)).some(({ id }) => id === surveyId)
    expect([await sees(first), await sees(second)]).toEqual([true, true])
    await startSurvey(deps, first, { surveyId })
    expect([await sees(first), await sees(second)]).toEqual([true, false])
    await bookClientReceipt(deps, finance, payment(clientId, priceCents))
    expect(await sees(second)).toBe(true)
  })

  test('gets the room of an attempt back that was left', async () => {
    const { clientId, surveyId } = await givenBudget(deps)
    const { memberId } = await givenMember(db).then(async (member) => {
      await startSurvey(deps, member, { surveyId })
      return member
    })
    await sql`update survey_attempt set started_at = now() - interval '90 days' where member_id = ${memberId}`.execute(
      db,
    )
    await expireSurveys(deps)
    await addUpClients(deps)
    expect(await statementOf(clientId)).toMatchObject({ reservedCents: 0, consumedCents: 0 })
  })

  test('is not spent before there is a price: nobody is offered the survey', async () => {
    const { surveyId } = await givenClient(deps)
    const member = await givenMember(db)
    const isListed = async () => (await listSurveys(deps, member)).some(({ id }) => id === surveyId)
    expect(await isListed()).toBe(false)
    await expect(startSurvey(deps, member, { surveyId })).rejects.toMatchObject({ code: 'SURVEY_NOT_FOUND' })
    await openClientOrder(deps, finance, { surveyId, priceCents: 90_000 })
    await expect(startSurvey(deps, member, { surveyId })).rejects.toMatchObject({ code: 'SURVEY_FULL' })
  })
})

describe('a day that is over', () => {
  test('is booked once as revenue, and the statement equals the journal', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps)
    await givenComplete(deps, surveyId)
    await givenComplete(deps, surveyId)
    await addUpClients(deps)
    await addUpClients(deps)
    expect(await journalOf(clientId), 'today is not over').toBe(10 * priceCents)
    await endClientDay(deps)
    await Promise.all(Array.from({ length: 8 }, () => addUpClients(deps)))
    const { closingCents, lines } = await statementOf(clientId)
    expect(lines.map(({ kind, completes }) => [kind, completes])).toContainEqual(['consumed', 2])
    expect(closingCents).toBe(8 * priceCents)
    expect(await journalOf(clientId)).toBe(closingCents)
    const { rows } = await sql<{ key: string }>`
      select 'client-consumed:' || order_id || ':' || day as key from client_day join client_order using (order_id)
      where organisation_id = ${clientId}
    `.execute(db)
    expect(await linesOf(db, rows[0]?.key ?? '')).toEqual([
      `client-prepaid KES ${2 * priceCents}`,
      `client-revenue KES ${-2 * priceCents}`,
    ])
  })

  test('keeps the trial balance at nothing', async () => {
    const { rows } = await sql<{
      minor: number
    }>`select coalesce(sum(minor), 0)::bigint as minor from journal_line`.execute(db)
    expect(rows).toEqual([{ minor: 0 }])
  })
})

const amina = (await givenSettled(deps, { role: 'finance' })).actor
const brian = (await givenSettled(deps, { role: 'finance' })).actor

const approve = (approvalId: string, by = brian) =>
  decideApproval(deps, by, { approvalId, decision: 'approve', note: '' })

describe('money that goes back to a client', () => {
  test('always waits for a second person, and is not more than is left', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 3 })
    await startSurvey(deps, await givenMember(db), { surveyId })
    const wish = (cents: number) => ({ ...payment(clientId, cents), reason: 'The survey has ended' })
    expect(await codeOf(returnClientMoney(deps, amina, wish(3 * priceCents)))).toBe('INVALID_INPUT')
    const { approvalId } = await pendingOf(returnClientMoney(deps, amina, wish(2 * priceCents)))
    await expect(approve(approvalId, amina)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await approve(approvalId)
    expect(await getClientStatement(deps, { clientId })).toMatchObject({
      returnedCents: 2 * priceCents,
      closingCents: priceCents,
      availableCents: 0,
    })
  })

  test('is refused when people have started since it was asked for', async () => {
    const { clientId, surveyId, priceCents } = await givenBudget(deps, { completes: 1 })
    const wish = { ...payment(clientId, priceCents), reason: 'Not needed' }
    const { approvalId } = await pendingOf(returnClientMoney(deps, amina, wish))
    await startSurvey(deps, await givenMember(db), { surveyId })
    await expect(approve(approvalId)).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ closingCents: priceCents })
  })
})

describe('where company changes need two people', () => {
  const strict = createLimitedDeps(db, { companyChangesNeedTwo: true })

  test('nobody makes room for answers, or sets what they cost, alone', async () => {
    const { clientId, priceCents } = await givenBudget(deps, { completes: 0 })
    await pendingOf(bookClientReceipt(strict, amina, payment(clientId, priceCents)))
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ receivedCents: 0 })
    const { surveyId } = await givenClient(deps)
    await pendingOf(openClientOrder(strict, amina, { surveyId, priceCents: 1 }))
  })
})

test('a payment is booked once, for one client, and not ahead of its day', async () => {
  const [one, other] = [await givenBudget(deps), await givenBudget(deps)]
  const money = payment(one.clientId, 100)
  const calls = await Promise.allSettled([
    bookClientReceipt(deps, amina, money),
    bookClientReceipt(deps, amina, { ...money, clientId: other.clientId }),
  ])
  expect(refusals(calls)).toEqual(['INVALID_INPUT'])
  const ahead = { ...payment(one.clientId, 100), day: '2099-01-01' }
  await expect(bookClientReceipt(deps, amina, ahead)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
