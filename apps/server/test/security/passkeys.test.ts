import { createAuthenticator } from '@chuma/core/auth/passkeys/testing'
import { callAs } from '@chuma/core/auth/testing'
import { cheapPasswords } from '@chuma/core/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps, sent } = testApp
afterAll(testApp.close)
const password = 'maji-safi-9'

const post = (url: string, body: object | undefined, token?: string) =>
  callRest(app, token, { method: 'POST', url, body: body ?? {} })
const ask = async () => (await post('/api/auth/passkey/start', undefined)).body

async function givenMember() {
  const member = await testApp.member()
  await db
    .updateTable('member')
    .set({ passwordHash: await cheapPasswords.hash(password) })
    .where('memberId', '=', member.memberId)
    .execute()
  return member
}

async function givenPasskey() {
  const member = await givenMember()
  const authenticator = createAuthenticator()
  const { status, body: offer } = await post('/api/account/passkeys/start', { password }, member.token)
  expect(status).toBe(200)
  const made = { name: 'My phone', ...authenticator.create(offer) }
  const added = await post('/api/account/passkeys', made, member.token)
  expect(added).toMatchObject({ status: 201, body: { passkey: { name: 'My phone' }, recoveryCodes: null } })
  return { ...member, authenticator, id: added.body.passkey.id as string }
}

test('over REST a member adds a passkey, logs in with it, and removes it', async () => {
  const { memberId, token, authenticator, id } = await givenPasskey()
  const listed = await callRest(app, token, { method: 'GET', url: '/api/account/passkeys' })
  expect(listed.body).toMatchObject([{ id, name: 'My phone', lastUsedAt: null }])

  const signedIn = await post('/api/auth/passkey', authenticator.present(await ask()))
  expect(signedIn).toMatchObject({ status: 200, body: { user: { id: memberId } } })
  expect((await callAs(deps, signedIn.body.token)).member?.memberId).toBe(memberId)

  const guess = await post(`/api/account/passkeys/${id}/remove`, { password: 'guess' }, token)
  expect(guess).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
  expect((await post(`/api/account/passkeys/${id}/remove`, { password }, token)).status).toBe(200)
  const refused = await post('/api/auth/passkey', authenticator.present(await ask()))
  expect(refused).toMatchObject({ status: 401, body: { code: 'PASSKEY_INVALID' } })
  expect(sent).toEqual([])
})

test('every answer that does not fit is refused in the same words, at both doors', async () => {
  const [mine, theirs] = [await givenPasskey(), await givenPasskey()]
  const used = mine.authenticator.present(await ask())
  await post('/api/auth/passkey', used)
  const elsewhere = { origin: 'https://chuma-login.example' }
  const userHandle = theirs.authenticator.present(await ask()).userHandle
  const wrong = async () => [
    used,
    createAuthenticator().present(await ask()),
    { ...createAuthenticator().present(await ask()), userHandle },
    mine.authenticator.present(await ask(), elsewhere),
    { ...mine.authenticator.present(await ask()), userHandle },
    { ...mine.authenticator.present(await ask()), userHandle: 'AQ' },
  ]
  const answers = []
  for (const body of await wrong())
    answers.push(await post('/api/auth/passkey', { ...body, userHandle: body.userHandle || 'AQ' }))
  expect(answers[0]).toMatchObject({ status: 401, body: { code: 'PASSKEY_INVALID' } })
  for (const answer of answers) expect(answer).toEqual(answers[0])
  for (const input of await wrong()) {
    const call = { type: 'mutation', path: 'auth.logInWithPasskey' } as const
    const answer = await callTrpc(app, undefined, {
      ...call,
      input: { ...input, userHandle: input.userHandle || 'AQ' },
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'PASSKEY_INVALID' } })
  }
})

test('a stranger learns nothing from the start of a log-in', async () => {
  const { challenge: one, ...first } = await ask()
  await givenPasskey()
  const { challenge: other, ...second } = await ask()
  expect(second).toEqual(first)
  expect(other).not.toBe(one)
})
