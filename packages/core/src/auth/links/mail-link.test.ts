import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenMember } from '../../testing.ts'
import { redeemLink, sendVerification } from '../links.ts'
import { createMailingDeps, letMinutesPass, visitor } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

async function givenUnverified() {
  const mailing = createMailingDeps(db)
  const { memberId, email } = await givenMember(db)
  await db.updateTable('member').set({ emailVerifiedAt: null }).where('memberId', '=', memberId).execute()
  return {
    ...mailing,
    memberId,
    email,
    ask: () => sendVerification(mailing.deps, { email }),
    pass: (minutes: number) => letMinutesPass(db, memberId, minutes),
  }
}

/** The age of the newest valid link. */
async function findFreshestMinutes(memberId: string): Promise<number | undefined> {
  const { rows } = await sql<{ minutes: number }>`
    select floor(extract(epoch from now() - mailed_at) / 60)::int as minutes from one_time_link
    where member_id = ${memberId} and used_at is null and expires_at > now()
    order by mailed_at desc limit 1
  `.execute(db)
  return rows[0]?.minutes
}

test('a second mail within a minute is skipped, and the first link still works', async () => {
  const { deps, ask, sent, newestToken } = await givenUnverified()
  await ask()
  await ask()
  expect(sent).toHaveLength(1)
  await expect(redeemLink(deps, visitor, { token: newestToken() })).resolves.toBeDefined()
})

test('the wait for the next mail grows by a minute with each, up to five', async () => {
  const { ask, pass, sent } = await givenUnverified()
  await ask()
  for (const [mails, wait] of [1, 2, 3, 4, 5, 5, 5].entries()) {
    await pass(wait - 1)
    await ask()
    expect(sent).toHaveLength(mails + 1)
    await pass(1)
    await ask()
    expect(sent).toHaveLength(mails + 2)
  }
})

test('however often a link is requested, one at most five minutes old always works', async () => {
  const { memberId, ask, pass, sent } = await givenUnverified()
  const ages: (number | undefined)[] = []
  for (let minute = 0; minute < 60; minute++) {
    await ask()
    await ask()
    ages.push(await findFreshestMinutes(memberId))
    await pass(1)
  }
  expect(ages.filter((age) => age === undefined || age > 4)).toEqual([])
  expect(sent.length).toBeLessThanOrEqual(15)
})

test('after an hour the wait starts over', async () => {
  const { ask, pass, sent } = await givenUnverified()
  for (const wait of [0, 1, 2, 3]) {
    await pass(wait)
    await ask()
  }
  await pass(60)
  await ask()
  await pass(1)
  await ask()
  expect(sent).toHaveLength(6)
})

test.each([
  ['used', { usedAt: sql<Date>`now()` }],
  ['ended', { expiresAt: sql<Date>`now()` }],
  ['never mailed', { mailedAt: null }],
])('a link that was %s does not delay the next', async (_name, change) => {
  const { memberId, ask, sent } = await givenUnverified()
  await ask()
  await db.updateTable('oneTimeLink').set(change).where('memberId', '=', memberId).execute()
  await ask()
  expect(sent).toHaveLength(2)
})
