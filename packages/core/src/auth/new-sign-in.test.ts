import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { logIn } from './log-in.ts'
import { sendNewSignIn } from './security-mails.ts'
import { createMailingDeps, givenMemberWithPassword, listJobs, visitor } from './testing.ts'

const { db, close } = await createTestDb()
afterAll(close)
const { deps } = createMailingDeps(db)
const password = 'correct horse'

const android = (version: number) =>
  `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Mobile Safari/537.36`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function givenSignedInWith(...userAgents: (string | null)[]) {
  const member = await givenMemberWithPassword(db, { password })
  for (const userAgent of userAgents) await signIn(member.email, userAgent)
  return member
}

const signIn = (email: string, userAgent: string | null) =>
  logIn(deps, { ...visitor, userAgent }, { email, password })

test('the first sign-in sends no mail', async () => {
  const { email } = await givenSignedInWith(firefox)
  expect(await listJobs(db, email)).toEqual([])
})

test('a browser that is new to the account sends one mail', async () => {
  const { email } = await givenSignedInWith(firefox, android(142), android(142), firefox)
  expect(await listJobs(db, email)).toEqual(['send-new-sign-in'])
})

test('an updated browser is not new', async () => {
  const { email } = await givenSignedInWith(android(99), android(143))
  expect(await listJobs(db, email)).toEqual([])
})

test('a program without a user agent counts as a browser', async () => {
  const { email } = await givenSignedInWith(firefox, null, null)
  expect(await listJobs(db, email)).toEqual(['send-new-sign-in'])
})

test('the browser of an ended session is not new', async () => {
  const { email, memberId } = await givenSignedInWith(firefox)
  await db
    .updateTable('session')
    .set({ revokedAt: sql<Date>`now()` })
    .where('memberId', '=', memberId)
    .execute()
  await signIn(email, firefox)
  expect(await listJobs(db, email)).toEqual([])
})

test('a wrong password sends no mail', async () => {
  const { email } = await givenSignedInWith(firefox)
  await logIn(deps, visitor, { email, password: 'wrong' }).catch(() => undefined)
  expect(await listJobs(db, email)).toEqual([])
})

test('the mail goes to the address of that moment and names the device', async () => {
  const { email } = await givenSignedInWith(firefox, android(143))
  const { rows } = await sql<{ data: Parameters<typeof sendNewSignIn>[1] }>`
    select data from pgboss.job where name = 'send-new-sign-in' and data ->> 'email' = ${email}
  `.execute(db)
  const [job] = rows
  if (!job) throw new Error('no job')
  const { deps, sent } = createMailingDeps(db)
  await sendNewSignIn(deps, job.data)
  expect(sent).toEqual([
    {
      kind: 'sendNewSignIn',
      mail: {
        to: email,
        firstName: 'Amina',
        token: expect.stringMatching(/^w_/),
        device: 'Chrome on Android',
        at: expect.any(Date),
      },
    },
  ])
})

test.each([
  [true, 1],
  [false, 0],
])('a member whose setting is %j gets %i mails', async (mailsSignIns, mails) => {
  const { deps, sent } = createMailingDeps(db)
  const { memberId, email } = await givenSignedInWith()
  await db
    .insertInto('memberSettings')
    .values({
      memberId,
      mailsSignIns,
      language: null,
      theme: null,
      analyticsConsent: null,
      analyticsConsentAt: null,
    })
    .execute()
  await sendNewSignIn(deps, { memberId, email, device: 'Firefox on Linux', at: '2026-11-20T10:00:00Z' })
  expect(sent).toHaveLength(mails)
})

test('an erased member gets no mail', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { memberId, email } = await givenSignedInWith()
  await db
    .updateTable('member')
    .set({
      erasedAt: sql<Date>`now()`,
      deletionDueAt: sql<Date>`now()`,
      email: `erased-${memberId}@deleted.invalid`,
      firstName: 'Erased',
      lastName: 'member',
      country: '',
      passwordHash: '',
      emailVerifiedAt: null,
    })
    .where('memberId', '=', memberId)
    .execute()
  await sendNewSignIn(deps, { memberId, email, device: 'Firefox on Linux', at: '2026-11-20T10:00:00Z' })
  expect(sent).toEqual([])
})
