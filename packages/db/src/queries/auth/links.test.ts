import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDb } from '../../testing.ts'
import { insertMember } from '../account/members.ts'
import { expireLinks, insertLink, spendLink } from './links.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('a link that ended while its redemption waited for a lock opens nothing', async () => {
  const memberId = randomUUID()
  const tokenHash = Buffer.alloc(32, 1)
  const purpose = 'sign-in'
  await db.transaction().execute(async (trx) => {
    const person = { firstName: 'Amina', lastName: 'Otieno', country: 'Kenya', passwordHash: '-' }
    await insertMember(trx, { memberId, email: 'amina@example.com', ...person })
    await insertLink(trx, { memberId, tokenHash, purpose, expiresInMinutes: 10 })
  })

  const redemption = await db.startTransaction().execute()
  await sql`select now()`.execute(redemption)
  await db.transaction().execute((trx) => expireLinks(trx, { memberId, purposes: [purpose] }))
  expect(await spendLink(redemption, { memberId, tokenHash })).toBeUndefined()
  await redemption.rollback().execute()
})
