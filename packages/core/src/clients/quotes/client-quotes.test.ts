import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval } from '../../admin/approvals/decide-approval.ts'
import { createLimitedDeps, givenSettled, pendingOf } from '../../admin/approvals/testing.ts'
import { startBehind } from '../../admin/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { codeOf, createTestDeps, readRow, refusals } from '../../testing.ts'
import { addUpClients, bookClientReceipt, getClientStatement, openClientOrder } from '../budget.ts'
import { getClient } from '../people/client-links.ts'
import {
  acceptMyQuote,
  createClientQuote,
  listMyQuotes,
  previewClientQuote,
  withdrawClientQuote,
} from '../quotes.ts'
import { getMySurvey } from '../surveys/commissioned-surveys.ts'
import { givenClient, givenClientSession, givenComplete, givenQuote, payment, quote } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const priceOf = async (surveyId: string) =>
  (await db.selectFrom('clientOrder').select('priceCents').where('surveyId', '=', surveyId).execute()).map(
    ({ priceCents }) => priceCents,
  )
const expire = (quoteId: string) =>
  sql`update client_quote set expires_at = now() - interval '1 second' where quote_id = ${quoteId}`.execute(
    db,
  )

describe('a quote', () => {
  test('is what was computed before, from the survey and the terms of now', async () => {
    const { surveyId } = await givenClient(deps)
    const figures = await previewClientQuote(deps, quote(surveyId))
    expect(figures).toMatchObject({ minutes: 15, isMeasured: false, rewardCents: 500_000, marginPercent: 40 })
    expect(await createClientQuote(deps, finance, quote(surveyId))).toMatchObject({ ...figures, version: 1 })
  })

  test('takes its length from those who answered, once they are measured', async () => {
    const { surveyId } = await givenClient(deps)
    await sql`insert into survey_measure (survey_id, complete_count, screen_out_count, complete_seconds)
      values (${surveyId}, 3, 0, 421)`.execute(db)
    expect(await previewClientQuote(deps, quote(surveyId))).toMatchObject({ minutes: 8, isMeasured: true })
  })

  test('keeps its figures when the terms change', async () => {
    const { clientId, surveyId, priceCents, client } = await givenQuote(deps)
    const dearer = createLimitedDeps(db, { quoteMarginPercent: 90, companyChangesNeedTwo: false })
    expect((await previewClientQuote(dearer, quote(surveyId))).priceCents).toBeGreaterThan(priceCents)
    expect((await getClient(db, clientId)).quotes[0]).toMatchObject({ marginPercent: 40, priceCents })
    await acceptMyQuote(dearer, client, { surveyId, version: 1 })
    expect(await priceOf(surveyId)).toEqual([priceCents])
  })

  test('opens the order at its price, and accepted answers are charged at it', async () => {
    const { clientId, surveyId, priceCents, client } = await givenQuote(deps)
    await acceptMyQuote(deps, client, { surveyId, version: 1 })
    expect(await getMySurvey(deps, client, { id: surveyId })).toMatchObject({ priceCents })
    await bookClientReceipt(deps, finance, payment(clientId, 3 * priceCents))
    await givenComplete(deps, surveyId)
    await addUpClients(deps)
    expect(await getClientStatement(deps, { clientId })).toMatchObject({ consumedCents: priceCents })
    expect(await listMyQuotes(deps, client, { id: surveyId })).toMatchObject([
      { state: 'accepted', acceptedBy: 'Njeri Mwangi' },
    ])
  })

  test('says nothing to the client of rewards, costs and margin', async () => {
    const { surveyId, client } = await givenQuote(deps)
    const [mine = {}] = await listMyQuotes(deps, client, { id: surveyId })
    expect(
      Object.keys(mine).filter((field) => /reward|screen|minute|margin|setup|incidence/i.test(field)),
    ).toEqual([])
  })

  test('is accepted once of twenty presses at once', async () => {
    const { clientId, surveyId, priceCents, client } = await givenQuote(deps)
    const calls = await startBehind(
      db,
      (trx) => sql`select from client_account where organisation_id = ${clientId} for update`.execute(trx),
      () => Array.from({ length: 20 }, () => acceptMyQuote(deps, client, { surveyId, version: 1 })),
    )
    expect(refusals(calls)).toEqual(Array(19).fill('QUOTE_STATE'))
    expect(await priceOf(surveyId)).toEqual([priceCents])
    const { rows } =
      await sql`select from audit_entry where action = 'client.quote-accepted' and subject = ${`survey:${surveyId}`}`.execute(
        db,
      )
    expect(rows).toHaveLength(1)
  })

  test('is accepted or withdrawn, never both', async () => {
    const { clientId, surveyId, quoteId, client } = await givenQuote(deps)
    const calls = await startBehind(
      db,
      (trx) => sql`select from client_account where organisation_id = ${clientId} for update`.execute(trx),
      (): Promise<unknown>[] => [
        acceptMyQuote(deps, client, { surveyId, version: 1 }),
        withdrawClientQuote(deps, finance, { id: quoteId }),
      ],
    )
    expect(calls.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [accepted] = calls
    expect(await priceOf(surveyId)).toHaveLength(accepted?.status === 'fulfilled' ? 1 : 0)
  })

  test('is not accepted after its time, when it was withdrawn, or when a newer one was made', async () => {
    const { surveyId, quoteId, client } = await givenQuote(deps)
    const second = await createClientQuote(deps, finance, { ...quote(surveyId), completes: 200 })
    expect(await codeOf(acceptMyQuote(deps, client, { surveyId, version: 1 }))).toBe('QUOTE_STATE')
    await withdrawClientQuote(deps, finance, { id: second.id })
    // The first stays outdated.
    for (const version of [1, 2, 3]) {
      expect(await codeOf(acceptMyQuote(deps, client, { surveyId, version }))).toBe('QUOTE_STATE')
    }
    expect(await codeOf(withdrawClientQuote(deps, finance, { id: second.id }))).toBe('QUOTE_STATE')
    const third = await createClientQuote(deps, finance, quote(surveyId))
    await expire(third.id)
    expect(await codeOf(acceptMyQuote(deps, client, { surveyId, version: 3 }))).toBe('QUOTE_STATE')
    expect((await listMyQuotes(deps, client, { id: surveyId })).map(({ state }) => state)).toEqual([
      'expired',
      'withdrawn',
      'outdated',
    ])
    expect(quoteId).not.toBe(third.id)
    expect(await priceOf(surveyId)).toEqual([])
  })

  test('cannot be accepted beside a price that was agreed without it, nor made after one', async () => {
    const { surveyId, client } = await givenQuote(deps)
    await openClientOrder(deps, finance, { surveyId, priceCents: 100 })
    expect(await codeOf(acceptMyQuote(deps, client, { surveyId, version: 1 }))).toBe('QUOTE_STATE')
    expect(await codeOf(createClientQuote(deps, finance, quote(surveyId)))).toBe('ALREADY_DECIDED')
    expect(await priceOf(surveyId)).toEqual([100])
  })

  test('is not accepted by a link to one survey, which may be forwarded', async () => {
    const { surveyId, userId } = await givenQuote(deps)
    const { client } = await givenClientSession(deps, userId, surveyId)
    expect(await codeOf(acceptMyQuote(deps, client, { surveyId, version: 1 }))).toBe('FORBIDDEN')
    expect(await priceOf(surveyId)).toEqual([])
  })
})

describe('where company changes need two people', () => {
  const strict = createLimitedDeps(db, { companyChangesNeedTwo: true })

  test('a second person approves a quote when it is made, and none when the client accepts it', async () => {
    const [amina, brian] = [
      await givenSettled(deps, { role: 'finance' }),
      await givenSettled(deps, { role: 'finance' }),
    ]
    const { surveyId, client } = await givenClient(deps)
    const { approvalId } = await pendingOf(createClientQuote(strict, amina.actor, quote(surveyId)))
    expect(await listMyQuotes(deps, client, { id: surveyId })).toEqual([])
    await decideApproval(strict, brian.actor, { approvalId, decision: 'approve', note: '' })
    await acceptMyQuote(strict, client, { surveyId, version: 1 })
    const order = await readRow(db, 'clientOrder', ['openedBy', 'approvedBy'], { surveyId })
    expect(order).toEqual({ openedBy: client.audited, approvedBy: brian.actor.name })
  })

  test('a request is outdated when the figures have changed since', async () => {
    const [amina, brian] = [
      await givenSettled(deps, { role: 'finance' }),
      await givenSettled(deps, { role: 'finance' }),
    ]
    const { surveyId, client } = await givenClient(deps)
    const { approvalId } = await pendingOf(createClientQuote(strict, amina.actor, quote(surveyId)))
    await db.updateTable('survey').set({ rewardUsd: 1 }).where('surveyId', '=', surveyId).execute()
    await expect(
      decideApproval(strict, brian.actor, { approvalId, decision: 'approve', note: '' }),
    ).rejects.toMatchObject({ code: 'APPROVAL_STATE' })
    expect(await listMyQuotes(deps, client, { id: surveyId })).toEqual([])
  })
})
