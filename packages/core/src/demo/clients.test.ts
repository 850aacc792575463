import { afterAll, expect, test } from 'vitest'
import { getClientStatement } from '../clients/budget.ts'
import { createTestDeps, readRow } from '../testing.ts'
import { DEMO_CLIENT } from './clients.ts'
import { createStoryDb } from './story/testing.ts'

const { db, close } = await createStoryDb()
afterAll(close)
const deps = createTestDeps(db)

const priceOf = async () =>
  (await db.selectFrom('clientOrder').select('priceCents').executeTakeFirstOrThrow()).priceCents

test('the demo has a client whose budget is used in part, with quotes, a comment and its answer', async () => {
  const { organisationId: clientId } = await readRow(db, 'clientUser', ['organisationId'], {
    email: DEMO_CLIENT.email,
  })
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    receivedCents: 20 * (await priceOf()),
    consumedCents: 16 * (await priceOf()),
    reservedCents: 0,
  })
  const quotes = await db.selectFrom('clientQuote').select('acceptedBy').orderBy('createdAt').execute()
  expect(quotes.map(({ acceptedBy }) => acceptedBy !== null)).toEqual([true, false])
  expect(await db.selectFrom('clientComment').select('text').execute()).toHaveLength(2)
})
