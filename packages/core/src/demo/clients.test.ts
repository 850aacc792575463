import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { getClientStatement } from '../clients/budget/get-client-statement.ts'
import { createTestDeps } from '../testing.ts'
import { DEMO_CLIENT } from './clients.ts'
import { seedDemo } from './seed-demo.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)

test('the demo has a client whose budget is used in part, with a comment and its answer', async () => {
  await seedDemo(deps, { hasStory: true })
  const { organisationId: clientId } = await db
    .selectFrom('clientUser')
    .select('organisationId')
    .where('email', '=', DEMO_CLIENT.email)
    .executeTakeFirstOrThrow()
  expect(await getClientStatement(deps, { clientId })).toMatchObject({
    receivedCents: 1_800_000,
    consumedCents: 540_000,
    reservedCents: 0,
  })
  expect(await db.selectFrom('clientComment').select('text').execute()).toHaveLength(2)
})
