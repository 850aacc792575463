import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { AppError } from '../../app-error.ts'
import { givenMember, refusals } from '../../testing.ts'
import { identifyCaller } from '../identify-caller.ts'
import { redeemLink, requestVerification, sendVerification } from '../links.ts'
import { logIn } from '../log-in.ts'
import {
  createMailingDeps,
  givenMemberWithPassword,
  letMinutesPass,
  listJobs,
  queueOnMember,
  visitor,
} from '../testing.ts'

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

const password = 'correct horse'

/** A member who signed up, and their first mailed link. */
async function givenMailed() {
  const mailing = createMailingDeps(db)
  const member = await givenMemberWithPassword(db, { password, isVerified: false })
  await sendVerification(mailing.deps, member)
  return { ...mailing, ...member, token: mailing.newestToken() }
}

const listSessions = (memberId: string) =>
  db.selectFrom('session').select('address').where('memberId', '=', memberId).execute()

const countLiveLinks = async (memberId: string) =>
  (
    await db
      .selectFrom('oneTimeLink')
      .select('memberId')
      .where('memberId', '=', memberId)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`now()`)
      .execute()
  ).length

/** Request another mail as a visitor, and run the jobs that the request left. */
async function requestAgain({ deps }: Pick<ReturnType<typeof createMailingDeps>, 'deps'>, email: string) {
  const answer = await requestVerification(deps, visitor, { email })
  await sendVerification(deps, { email, isSpaced: true })
  return answer
}

test('a request for another link has the same answer for every address, also when it comes too early', async () => {
  const { deps } = createMailingDeps(db)
  const waiting = await givenMemberWithPassword(db, { password, isVerified: false })
  const verified = await givenMemberWithPassword(db, { password })
  const emails = [waiting.email, verified.email, 'nobody@example.com']
  const ask = (email: string) =>
    requestVerification(deps, visitor, { email }).catch(({ failure }: AppError) => failure)
  for (const expected of [
    { message: { code: 'VERIFICATION_REQUESTED' }, retryAfterSeconds: 60 },
    { code: 'THROTTLED', params: { retryAfterSeconds: 60 } },
  ]) {
    for (const email of emails) expect(await ask(email)).toMatchObject(expected)
  }
  for (const email of emails) expect(await listJobs(db, email)).toEqual(['send-verification'])
})

test('a request that passes is mailed, even a moment after the sign-up', async () => {
  const mailed = await givenMailed()
  await requestAgain(mailed, mailed.email)
  expect(mailed.sent).toHaveLength(2)
  await expect(requestAgain(mailed, mailed.email)).rejects.toMatchObject({ code: 'THROTTLED' })
  expect(mailed.sent).toHaveLength(2)
})

test('a link goes to an unverified member, works for an hour and is stored as a hash', async () => {
  const { sent, token, email, memberId } = await givenMailed()
  expect(sent).toEqual([
    { kind: 'sendVerification', mail: { to: email, firstName: 'Amina', token, expiresInMinutes: 60 } },
  ])
  const links = await db
    .selectFrom('oneTimeLink')
    .select([
      'purpose',
      'usedAt',
      sql<number>`extract(epoch from expires_at - created_at)::int`.as('seconds'),
    ])
    .where('memberId', '=', memberId)
    .execute()
  expect(links).toEqual([{ purpose: 'verify-email', usedAt: null, seconds: 3600 }])
})

test('neither a verified member nor an unknown address gets mail or a link', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email, memberId } = await givenMemberWithPassword(db, { password })
  await sendVerification(deps, { email })
  await sendVerification(deps, { email: 'nobody@example.com' })
  expect(sent).toEqual([])
  expect(await countLiveLinks(memberId)).toBe(0)
})

test('the link is committed before it is mailed, and a failed mail is retried with a new link', async () => {
  const { deps, sent, newestToken } = createMailingDeps(db)
  const { email, memberId } = await givenMemberWithPassword(db, { password, isVerified: false })
  const linksWhenMailed: number[] = []
  const broken = async () => {
    linksWhenMailed.push(await countLiveLinks(memberId))
    throw new Error('no mail server')
  }
  const brokenDeps = { ...deps, mail: broken }
  await expect(sendVerification(brokenDeps, { email })).rejects.toThrow('no mail server')
  expect(linksWhenMailed).toEqual([1])
  await sendVerification(deps, { email })
  expect(sent).toHaveLength(1)
  expect(await countLiveLinks(memberId)).toBe(1)
  await expect(redeemLink(deps, visitor, { token: newestToken() })).resolves.toBeDefined()
})

test('a link verifies the address and opens a session, and then the password works too', async () => {
  const { deps, token, memberId, email } = await givenMailed()
  const session = await redeemLink(deps, visitor, { token })
  expect(session.user).toMatchObject({ id: memberId, isEmailVerified: true })
  const caller = await identifyCaller(deps, { token: session.token, address: null, userAgent: null })
  expect(caller.member).toMatchObject({ memberId })
  expect(await listSessions(memberId)).toEqual([{ address: '203.0.113.7' }])
  await expect(logIn(deps, visitor, { email, password })).resolves.toBeDefined()
})

test('fifty concurrent uses of one link open one session', async () => {
  const { deps, token, memberId } = await givenMailed()
  const race = await queueOnMember(db, memberId, {
    calls: Array.from({ length: 50 }, () => () => redeemLink(deps, visitor, { token })),
  })
  expect(refusals(race)).toEqual(Array(49).fill('LINK_INVALID'))
  expect(await listSessions(memberId)).toHaveLength(1)
})

test('an expired link does not work', async () => {
  const { deps, token, memberId } = await givenMailed()
  await db
    .updateTable('oneTimeLink')
    .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
    .where('memberId', '=', memberId)
    .execute()
  await expect(redeemLink(deps, visitor, { token })).rejects.toMatchObject({
    code: 'LINK_INVALID',
    status: 400,
  })
  expect(await listSessions(memberId)).toEqual([])
})

test('a new link ends the older one', async () => {
  const { deps, token, newestToken, email, memberId } = await givenMailed()
  await letMinutesPass(db, memberId, 1)
  await sendVerification(deps, { email })
  expect(newestToken()).not.toBe(token)
  await expect(redeemLink(deps, visitor, { token })).rejects.toMatchObject({ code: 'LINK_INVALID' })
  await expect(redeemLink(deps, visitor, { token: newestToken() })).resolves.toBeDefined()
})

test('two concurrent jobs for one member leave one working link', async () => {
  const { deps, sent } = createMailingDeps(db)
  const { email, memberId } = await givenMemberWithPassword(db, { password, isVerified: false })
  const send = () => sendVerification(deps, { email })
  await queueOnMember(db, memberId, { calls: [send, send] })
  expect(await countLiveLinks(memberId)).toBe(1)
  // Their mails may leave in either order.
  const tokens = sent.flatMap(({ mail }) => ('token' in mail ? [String(mail.token)] : []))
  const uses = await Promise.allSettled(tokens.map((token) => redeemLink(deps, visitor, { token })))
  expect(refusals(uses)).toEqual(Array(tokens.length - 1).fill('LINK_INVALID'))
})

test('a link that could open no session is not used up', async () => {
  const { deps, token, memberId } = await givenMailed()
  await expect(redeemLink(deps, { ...visitor, address: 'no address' }, { token })).rejects.toThrow('inet')
  expect(await countLiveLinks(memberId)).toBe(1)
  await expect(redeemLink(deps, visitor, { token })).resolves.toBeDefined()
})
