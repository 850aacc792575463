import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createMailCapture, createTestDeps, givenMember } from '../../testing.ts'
import { givenWebhook } from '../../webhooks/testing.ts'
import { reseal, tamper } from '../seals/seals.testing.ts'
import { verifyBooks } from '../seals/verify-seals.ts'
import { publishRoot, sendRoot } from './root.ts'

/** A member with points, and the root of the day, which a receiver of webhooks hears of. */
async function givenRoot() {
  const { db, close } = await createTestDb({ max: 4, isDamaged: true })
  onTestFinished(close)
  const { mail, sent } = createMailCapture()
  const deps = createTestDeps(db, { mail })
  await givenWebhook(deps, ['books.root'])
  const { memberId } = await givenMember(db, { points: 10 })
  await publishRoot(deps)
  return { db, deps, sent, memberId }
}

async function listJobs({ db }: Awaited<ReturnType<typeof givenRoot>>) {
  const { rows } = await sql<{ data: { day: string } }>`
    select data from pgboss.job where name = 'send-root'
  `.execute(db)
  return rows.map(({ data }) => data)
}

async function mailRoot(given: Awaited<ReturnType<typeof givenRoot>>) {
  for (const job of await listJobs(given)) await sendRoot(given.deps, job)
  const roots = given.sent.filter(({ kind }) => kind === 'sendRoot')
  expect(roots).toHaveLength(1)
  return roots[0]?.mail as { day: string; root: string }
}

test('a root is mailed once, and sent as a webhook once, without the list of members', async () => {
  const given = await givenRoot()
  await publishRoot(given.deps)
  const { day, root } = await mailRoot(given)
  const { statement, signature, publicKey, ...rest } = JSON.parse(root)
  expect(rest).toEqual({})
  expect(root).not.toContain(given.memberId)
  const { rows: events } = await sql<{ data: object }>`
    select data from webhook_event where type = 'books.root'
  `.execute(given.db)
  expect(events).toEqual([{ data: { day, statement, signature, publicKey } }])
})

test('untouched books agree with the mailed root', async () => {
  const given = await givenRoot()
  const { root } = await mailRoot(given)
  expect(await verifyBooks(given.deps, [root])).toMatchObject({ ok: true, findings: [] })
})

test('the mailed root finds that the books were written again with all their seals', async () => {
  const given = await givenRoot()
  const { day, root } = await mailRoot(given)
  const { db, deps, memberId } = given
  await tamper(db)
  await sql`update posting set available_delta = 900 where member_id = ${memberId}`.execute(db)
  await reseal(db, memberId)
  for (const table of ['seal', 'sealed_head', 'sealed_entry'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  expect((await verifyBooks(deps)).ok).toBe(true)
  expect(await verifyBooks(deps, [root])).toMatchObject({
    ok: false,
    findings: [{ memberId: null, seq: 1, problem: `seal 1 is not the one that the root of ${day} names` }],
  })
})

test('a mailed root that somebody changed is refused', async () => {
  const given = await givenRoot()
  const { root } = await mailRoot(given)
  const { findings } = await verifyBooks(given.deps, [root.replace('"postings":', '"postings":1')])
  expect(findings).toEqual([
    { memberId: null, seq: 0, problem: expect.stringMatching(/signature of the root does not fit/) },
  ])
})
