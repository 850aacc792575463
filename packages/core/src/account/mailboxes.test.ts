import { createHash } from 'node:crypto'
import { moveEmail } from '@chuma/db/queries/account/email-moves'
import { markEmailVerified } from '@chuma/db/queries/account/members'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { toMailbox } from '../auth/mailbox.ts'
import { givenMember } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

test.each([
  'amina@example.com',
  'Amina+Chuma@Example.com',
  'a.mina@example.com',
  'a.mina+x+y@gmail.com',
  'A.M.I.N.A@googlemail.com',
  '+tag@example.com',
  'zoë@exämple.com',
])('the database and the rules read the mailbox of %s alike', async (email) => {
  const { rows } = await sql<{ hash: Buffer }>`select mailbox_hash(${email}) as hash`.execute(db)
  expect(rows[0]?.hash).toEqual(createHash('sha256').update(toMailbox(email)).digest())
})

const verified = async (email: string) => {
  const member = await givenMember(db, { email })
  await db.transaction().execute((trx) => markEmailVerified(trx, member.memberId))
  return member
}
async function accountsBeside({ memberId }: { memberId: string }) {
  const { rows } = await sql<{ accounts: number }>`
    select count(*) as accounts from member
    join member_mailbox other on other.mailbox_hash = mailbox_hash(member.email) and other.member_id <> member.member_id
    where member.member_id = ${memberId}
  `.execute(db)
  return rows[0]?.accounts
}

test('only those who proved a mailbox share it, and only for as long as they use it', async () => {
  const one = await verified('j.wanjiku@gmail.com')
  const two = await verified('jwanjiku+2@googlemail.com')
  // Anyone can sign up with an alias of someone else's address, and proves nothing by it.
  await givenMember(db, { email: 'jwanjiku+stranger@gmail.com' })
  expect(await accountsBeside(one)).toBe(1)
  expect(await accountsBeside(two)).toBe(1)
  const { memberId, email: from } = two
  await db
    .transaction()
    .execute((trx) =>
      moveEmail(trx, { memberId, from, to: 'other@example.com', requestedAt: new Date(), undoDays: null }),
    )
  expect(await accountsBeside(one)).toBe(0)
  expect(await accountsBeside(two)).toBe(0)
})
