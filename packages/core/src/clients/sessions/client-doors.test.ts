import { forgetExpired } from '@chuma/db/queries/retention'
import { createTestDb, listTraces } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { logInStaff } from '../../admin/staff/own-staff-account.ts'
import { givenStaff, listAudit, STAFF_PASSWORD } from '../../admin/testing.ts'
import { logIn } from '../../auth/log-in.ts'
import { requireMember } from '../../auth/sessions.ts'
import { requireStaff } from '../../auth/staff.ts'
import { callAs, givenMemberWithPassword, givenSession, visitor } from '../../auth/testing.ts'
import { finance } from '../../payouts/testing.ts'
import { codeOf, createTestDeps, givenMember, refusals } from '../../testing.ts'
import { createClientLink, revokeClientLink } from '../people/client-links.ts'
import { removeClientUser } from '../people/client-users.ts'
import { givenClient, givenClientSession } from '../testing.ts'
import { endClientSession, listOwnClientSessions, logOutClient, requireClient } from './client-sessions.ts'
import { logInClient, openClientLink, setClientPassword } from './log-in-client.ts'

const { db, close } = await createTestDb()
afterAll(close)
const deps = createTestDeps(db)
const newPassword = 'three quiet herons'

const doors = {
  member: requireMember,
  staff: (caller: Parameters<typeof requireStaff>[0]) => requireStaff(caller, 'stats:read'),
  client: requireClient,
}
const tokens = {
  member: async () => (await givenSession(db, (await givenMember(db)).memberId)).token,
  staff: async () => (await givenStaff(deps)).token,
  client: async () => (await givenClient(deps)).token,
}
const pairs = Object.keys(tokens).flatMap((kind) => Object.keys(doors).map((door) => [kind, door] as const))

test.each(pairs)('the token of a %s at the door of a %s', async (kind, door) => {
  const caller = await callAs(deps, await tokens[kind as keyof typeof tokens]())
  const enter = () => doors[door as keyof typeof doors](caller)
  if (kind === door) expect(enter()).toBeDefined()
  else
    expect(enter).toThrow(expect.objectContaining({ code: expect.stringMatching(/NOT_SIGNED_IN|FORBIDDEN/) }))
})

test.each(['u', 'a', 'k', 'l', 'd', 'w', 'o'])(
  'a client’s token with the letter of kind %s opens nothing',
  async (kind) => {
    const { token } = await givenClient(deps)
    const caller = await callAs(deps, `${kind}${token.slice(1)}`)
    expect([caller.client, caller.member, caller.staff, caller.apiKey]).toEqual([undefined, null, null, null])
  },
)

test('passwords of one door open no other', async () => {
  const { client, email, userId } = await givenClient(deps)
  await setClientPassword(deps, client, { newPassword })
  expect((await logInClient(deps, visitor, { email, password: newPassword })).me.id).toBe(userId)
  expect(await codeOf(logIn(deps, visitor, { email, password: newPassword }))).toBe('INVALID_CREDENTIALS')
  const member = await givenMemberWithPassword(db, { password: newPassword })
  await expect(
    logInClient(deps, visitor, { email: member.email, password: newPassword }),
  ).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  await givenStaff(deps, { username: 'njoki' })
  const asStaff = logInStaff(deps, visitor, { username: email, password: newPassword })
  await expect(asStaff).rejects.toMatchObject({ code: 'INVALID_STAFF_CREDENTIALS' })
  const asClient = logInClient(deps, visitor, { email: 'njoki@client.example', password: STAFF_PASSWORD })
  await expect(asClient).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
})

describe('a link', () => {
  test('that works once opens one of twenty calls at once', async () => {
    const { userId } = await givenClient(deps)
    const { url } = await createClientLink(deps, finance, { userId, days: 7, mostUses: 1 })
    const token = url.slice(url.indexOf('#') + 1)
    const calls = await Promise.allSettled(
      Array.from({ length: 20 }, () => openClientLink(deps, visitor, { token })),
    )
    expect(refusals(calls)).toEqual(Array(19).fill('LINK_INVALID'))
  })

  test('used, expired, revoked, guessed, of another kind, and of someone removed answers alike', async () => {
    const { userId, linkToken, token: sessionToken } = await givenClient(deps)
    const make = async () => {
      const { link, url } = await createClientLink(deps, finance, { userId, days: 7, mostUses: 2 })
      return { id: link.id, token: url.slice(url.indexOf('#') + 1) }
    }
    const expired = await make()
    await sql`update client_link set expires_at = now() where link_id = ${expired.id}`.execute(db)
    const revoked = await make()
    await revokeClientLink(deps, finance, { id: revoked.id })
    const ofRemoved = await make()
    const guessed = `${ofRemoved.token.slice(0, -4)}AAAA`
    const guesses = [linkToken, expired.token, revoked.token, guessed, sessionToken, 'o', 'x'.repeat(400)]
    const failureOf = (token: string) =>
      openClientLink(deps, visitor, { token }).then(
        () => 'opened',
        (error) => error.failure,
      )
    const refused = { code: 'LINK_INVALID', params: {} }
    for (const token of guesses) expect(await failureOf(token)).toEqual(refused)
    await removeClientUser(deps, finance, { id: userId })
    expect(await failureOf(ofRemoved.token)).toEqual(refused)
  })

  test('is stored as a hash only', async () => {
    const { linkToken, linkId } = await givenClient(deps)
    const stored =
      await sql`select row_to_json(l)::text as row from client_link l where link_id = ${linkId}`.execute(db)
    expect(JSON.stringify(stored.rows)).not.toContain(linkToken.slice(24))
  })

  test('that is revoked ends the sessions that it opened', async () => {
    const { token, linkId } = await givenClient(deps)
    expect((await callAs(deps, token)).client).toBeDefined()
    await revokeClientLink(deps, finance, { id: linkId })
    expect((await callAs(deps, token)).client).toBeUndefined()
  })

  test('to one survey sets no password', async () => {
    const { userId, surveyId } = await givenClient(deps)
    const { client } = await givenClientSession(deps, userId, surveyId)
    expect(await codeOf(setClientPassword(deps, client, { newPassword }))).toBe('FORBIDDEN')
  })

  test('names no survey of another organisation', async () => {
    const [one, other] = [await givenClient(deps), await givenClient(deps)]
    const made = createClientLink(deps, finance, { ...one, surveyId: other.surveyId, days: 7, mostUses: 1 })
    await expect(made).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a session', () => {
  test('ends by log-out, from another device, after its hours, and when its user is removed', async () => {
    const { userId, client, token } = await givenClient(deps)
    const [second, third] = [await givenClientSession(deps, userId), await givenClientSession(deps, userId)]
    const devices = await listOwnClientSessions(deps, client)
    expect(devices).toHaveLength(3)
    await logOutClient(deps, client)
    const other = (await listOwnClientSessions(deps, third.client)).find(({ isCurrent }) => !isCurrent)
    await endClientSession(deps, third.client, { id: other?.id ?? '' })
    for (const ended of [token, second.token]) expect((await callAs(deps, ended)).client).toBeUndefined()
    const old = await givenClientSession(deps, userId)
    await sql`update client_session set created_at = now() - interval '13 hours' where token_hash = ${old.client.tokenHash}`.execute(
      db,
    )
    expect((await callAs(deps, old.token)).client).toBeUndefined()
    await removeClientUser(deps, finance, { id: userId })
    expect((await callAs(deps, third.token)).client).toBeUndefined()
  })

  test('of someone else is ended by nobody', async () => {
    const [one, other] = [await givenClient(deps), await givenClient(deps)]
    const [device] = await listOwnClientSessions(deps, other.client)
    expect(await codeOf(endClientSession(deps, one.client, { id: device?.id ?? '' }))).toBe('NOT_FOUND')
  })

  test('is in the audit log from its start to its end', async () => {
    const { userId, client } = await givenClient(deps)
    await logOutClient(deps, client)
    const entries = await listAudit(db, `client-user:${userId}`)
    expect(entries.map(({ action }) => action)).toEqual(['client.signed-in', 'client.signed-out'])
  })
})

test('guesses at a password wait longer and longer, and a new password ends other sessions', async () => {
  const { userId, client, email } = await givenClient(deps)
  await setClientPassword(deps, client, { newPassword })
  const other = await givenClientSession(deps, userId)
  const again = { ...client, hasPassword: true }
  await expect(setClientPassword(deps, again, { newPassword: 'four quiet herons' })).rejects.toMatchObject({
    code: 'WRONG_PASSWORD',
  })
  await setClientPassword(deps, again, { currentPassword: newPassword, newPassword: 'four quiet herons' })
  expect((await callAs(deps, other.token)).client).toBeUndefined()
  const guess = () => logInClient(deps, visitor, { email, password: 'a guess' })
  for (let tries = 0; tries < 5; tries += 1)
    await expect(guess()).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  await expect(guess()).rejects.toMatchObject({ code: 'THROTTLED' })
})

test('someone who is removed leaves no name, address or device', async () => {
  const { userId, email } = await givenClient(deps)
  await sql`insert into mail_delivery (job_id, kind, recipient, subject, message_id, state, settled_at)
    values (gen_random_uuid(), 'sendClientComment', ${email}, 'New comment', ${email}, 'sent', now())`.execute(
    db,
  )
  const { people } = await removeClientUser(deps, finance, { id: userId })
  expect(people).toEqual([])
  const { rows } = await sql<{
    text: string
  }>`select row_to_json(u)::text as text from client_user u where user_id = ${userId}
    union all select row_to_json(s)::text from client_session s where user_id = ${userId}`.execute(db)
  expect(JSON.stringify(rows)).not.toContain(email)
  expect(JSON.stringify(rows)).not.toContain(visitor.userAgent)
  expect(JSON.stringify(rows)).not.toContain('Njeri')
  expect(await listTraces(db, [email])).toEqual([])
})

test('a session is forgotten after ninety days, with its address', async () => {
  const { userId } = await givenClient(deps)
  await sql`update client_session set created_at = now() - interval '91 days' where user_id = ${userId}`.execute(
    db,
  )
  const kept = await givenClientSession(deps, userId)
  await forgetExpired(db)
  const left = await db.selectFrom('clientSession').select('tokenHash').where('userId', '=', userId).execute()
  expect(left).toEqual([{ tokenHash: kept.client.tokenHash }])
})
