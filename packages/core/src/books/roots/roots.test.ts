import { verify } from 'node:crypto'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createMailCapture, createTestDeps, givenMember } from '../../testing.ts'
import { givenWebhook } from '../../webhooks/testing.ts'
import { readSealKeys } from '../seals/seal-keys.ts'
import { givenRewards, reseal, tamper } from '../seals/seals.testing.ts'
import { verifyBooks } from '../seals/verify-seals.ts'
import { publishRoot, sendRoot, verifyRoot } from './root.ts'

/** Two members and an audit entry under a published root, and one posting since. */
async function givenRoot() {
  const { db, close } = await createTestDb({ max: 4, isDamaged: true })
  onTestFinished(close)
  const kept: { day: string; document: string }[] = []
  const roots = { keep: async (day: string, document: string) => void kept.push({ day, document }) }
  const deps = createTestDeps(db, { roots })
  const { memberId } = await givenMember(db, { points: 10 })
  const { memberId: otherId } = await givenMember(db, { points: 20 })
  await givenRewards(db, memberId, 3)
  await db
    .transaction()
    .execute((trx) =>
      insertAuditEntry(trx, { actor: 'staff:amina', action: 'x', subject: 'database', address: null }),
    )
  await publishRoot(deps)
  await givenRewards(db, memberId, 1, 'later')
  const { day = '', document = '' } = kept[0] ?? {}
  return { db, deps, kept, day, document, memberId, otherId }
}

/** Remove every trace inside the database, as a superuser without the key would: the books then verify. */
async function cutSeals(db: Awaited<ReturnType<typeof givenRoot>>['db']): Promise<void> {
  for (const table of ['seal', 'sealed_head', 'sealed_entry'])
    await sql`delete from ${sql.table(table)}`.execute(db)
}

test('untouched books agree with a root that left them earlier', async () => {
  const { deps, document } = await givenRoot()
  expect((await verifyBooks(deps)).ok).toBe(true)
  expect(await verifyRoot(deps, document)).toEqual([])
})

test('anyone can check a root with the public key, and it says what the books were', async () => {
  const { deps, document } = await givenRoot()
  const { statement, signature } = JSON.parse(document)
  const isGenuine = (content: object) =>
    verify(
      null,
      Buffer.from(JSON.stringify(content)),
      deps.sealKeys[0]?.publicKey ?? '',
      Buffer.from(signature, 'base64'),
    )
  expect(isGenuine(statement)).toBe(true)
  expect(isGenuine({ ...statement, points: 34 })).toBe(false)
  expect(statement).toMatchObject({
    members: 2,
    postings: 5,
    points: 33,
    entries: 1,
    sealId: 1,
    previous: '',
  })
})

test('the same day has one root, and the next root names what changed since and the one before', async () => {
  const { db, deps, kept, document, memberId } = await givenRoot()
  await publishRoot(deps)
  expect(kept[1]?.document).toBe(document)
  await tamper(db)
  await sql`alter table books_root disable trigger user`.execute(db)
  await sql`update books_root set day = day - 1`.execute(db)
  await publishRoot(deps)
  const { statement, heads } = JSON.parse(kept[2]?.document ?? '')
  expect(heads).toEqual([[memberId, 5, expect.any(String)]])
  expect(statement.previous).toMatch(/^[0-9a-f]{64}$/)
})

test('postings cut together with all seals are named, and the root they contradict', async () => {
  const { db, deps, day, document, memberId } = await givenRoot()
  await tamper(db)
  await sql`delete from posting where member_id = ${memberId} and seq > 2`.execute(db)
  await reseal(db, memberId)
  await cutSeals(db)
  expect((await verifyBooks(deps)).ok).toBe(true)
  expect(await verifyRoot(deps, document)).toEqual([
    { memberId: null, seq: 1, problem: `seal 1 is not the one that the root of ${day} names` },
    { memberId, seq: 4, problem: `the posting is gone that the root of ${day} names` },
  ])
})

test('a rewritten posting is named after all seals are gone', async () => {
  const { db, deps, day, document, otherId } = await givenRoot()
  await tamper(db)
  await sql`update posting set available_delta = 900 where member_id = ${otherId}`.execute(db)
  await reseal(db, otherId)
  await cutSeals(db)
  expect(await verifyRoot(deps, document)).toContainEqual({
    memberId: otherId,
    seq: 1,
    problem: `the posting is not the one that the root of ${day} names`,
  })
})

test('removed members and audit entries are named after all seals are gone', async () => {
  const { db, deps, day, document, otherId } = await givenRoot()
  await tamper(db)
  for (const table of ['posting', 'earning_day', 'wallet'])
    await sql`delete from ${sql.table(table)} where member_id = ${otherId}`.execute(db)
  await sql`delete from audit_entry`.execute(db)
  await cutSeals(db)
  expect(await verifyRoot(deps, document)).toEqual([
    { memberId: null, seq: 1, problem: `seal 1 is gone, which the root of ${day} names` },
    { memberId: otherId, seq: 1, problem: `the posting is gone that the root of ${day} names` },
    { memberId: null, seq: 1, problem: `audit entry 1 was removed since the root of ${day}` },
  ])
})

test('a changed audit entry is named after all seals are gone', async () => {
  const { db, deps, day, document } = await givenRoot()
  await tamper(db)
  await sql`update audit_entry set actor = 'staff:other'`.execute(db)
  await cutSeals(db)
  expect(await verifyRoot(deps, document)).toContainEqual({
    memberId: null,
    seq: 1,
    problem: `audit entry 1 was changed since the root of ${day}`,
  })
})

test.each<[string, (text: string) => string, string]>([
  ['no root', () => '{', 'the file is not a root of the books'],
  [
    'a root with another sum',
    (text) => text.replace('"points":33', '"points":34'),
    'the signature of the root does not fit',
  ],
  [
    'a root without its lines',
    (text) => text.replace(/"heads":\[.*?\]\]/, '"heads":[]'),
    'the lists of the root are not the signed ones',
  ],
])('%s is refused', async (_, change, problem) => {
  const { deps, document } = await givenRoot()
  expect(await verifyRoot(deps, change(document))).toEqual([
    { memberId: null, seq: 0, problem: expect.stringContaining(problem) },
  ])
})

test('a root of an unknown key is refused by the key’s name', async () => {
  const { deps, document } = await givenRoot()
  const sealKeys = readSealKeys(Buffer.alloc(32, 'x').toString('base64'))
  expect(await verifyRoot({ ...deps, sealKeys }, document)).toEqual([
    {
      memberId: null,
      seq: 0,
      problem: expect.stringContaining(`with the key ${deps.sealKeys[0]?.id}, which`),
    },
  ])
})

/** A member with points, and the root of the day, which a receiver of webhooks hears of. */
async function givenHeard() {
  const { db, close } = await createTestDb({ max: 4, isDamaged: true })
  onTestFinished(close)
  const { mail, sent } = createMailCapture()
  const deps = createTestDeps(db, { mail })
  await givenWebhook(deps, ['books.root'])
  const { memberId } = await givenMember(db, { points: 10 })
  await publishRoot(deps)
  return { db, deps, sent, memberId }
}

async function listJobs({ db }: Awaited<ReturnType<typeof givenHeard>>) {
  const { rows } = await sql<{ data: { day: string } }>`
    select data from pgboss.job where name = 'send-root'
  `.execute(db)
  return rows.map(({ data }) => data)
}

async function mailRoot(given: Awaited<ReturnType<typeof givenHeard>>) {
  for (const job of await listJobs(given)) await sendRoot(given.deps, job)
  const roots = given.sent.filter(({ kind }) => kind === 'sendRoot')
  expect(roots).toHaveLength(1)
  return roots[0]?.mail as { day: string; root: string }
}

test('a root is mailed once, and sent as a webhook once, without the list of members', async () => {
  const given = await givenHeard()
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
  const given = await givenHeard()
  const { root } = await mailRoot(given)
  expect(await verifyBooks(given.deps, [root])).toMatchObject({ ok: true, findings: [] })
})

test('the mailed root finds that the books were written again with all their seals', async () => {
  const given = await givenHeard()
  const { day, root } = await mailRoot(given)
  const { db, deps, memberId } = given
  await tamper(db)
  await sql`update posting set available_delta = 900 where member_id = ${memberId}`.execute(db)
  await reseal(db, memberId)
  await cutSeals(db)
  expect((await verifyBooks(deps)).ok).toBe(true)
  expect(await verifyBooks(deps, [root])).toMatchObject({
    ok: false,
    findings: [{ memberId: null, seq: 1, problem: `seal 1 is not the one that the root of ${day} names` }],
  })
})

test('a mailed root that somebody changed is refused', async () => {
  const given = await givenHeard()
  const { root } = await mailRoot(given)
  const { findings } = await verifyBooks(given.deps, [root.replace('"postings":', '"postings":1')])
  expect(findings).toEqual([
    { memberId: null, seq: 0, problem: expect.stringMatching(/signature of the root does not fit/) },
  ])
})
