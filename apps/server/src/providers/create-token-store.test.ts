import { testSecrets } from '@chuma/core/testing'
import { countWaitingOnLock, createTestDb } from '@chuma/db/testing'
import type { StoredToken, TokenFailure } from '@chuma/mpesa/access-token'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTokenStore } from './create-token-store.ts'

const { db, close } = await createTestDb()
afterAll(close)
beforeEach(() => sql`delete from provider_token`.execute(db))

function createGate<T>() {
  let open: (value: T) => void = () => {}
  const passed = new Promise<T>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** A store as two processes would have it. `rested` resolves when one has found the other at work. */
function createStore() {
  const rested = createGate<void>()
  const rest = () => {
    rested.open()
    return new Promise(setImmediate)
  }
  return {
    ...createTokenStore({ db, secrets: testSecrets, provider: 'daraja', leaseSeconds: 45, rest }),
    rested: rested.passed,
  }
}

const renewAt = Date.parse('2026-11-20T09:00:00Z')
/** A request that lasts until the test answers it. */
function createRequest() {
  const answer = createGate<StoredToken | TokenFailure>()
  const asked = createGate<void>()
  const request = () => {
    asked.open()
    return answer.passed
  }
  return { request, asked: asked.passed, answer: answer.open }
}
const failure: TokenFailure = {
  outcome: 'not-sent',
  code: '400',
  reason: 'no',
  stopQueue: true,
  retryable: true,
}
const never = () => Promise.reject(new Error('requested a second token'))

test('when two processes need a token, one requests it and both get it', async () => {
  const [one, two] = [createStore(), createStore()]
  const call = createRequest()
  const first = one.renew(undefined, call.request)
  await call.asked
  const second = two.renew(undefined, never)
  await two.rested
  call.answer({ token: 'a', renewAt })
  expect(await Promise.all([first, second])).toEqual([
    { token: 'a', renewAt },
    { token: 'a', renewAt },
  ])
  expect(await createStore().read()).toEqual({ token: 'a', renewAt })
})

test('twenty callers refused at once request one new token', async () => {
  const store = createStore()
  await store.renew(undefined, async () => ({ token: 'old', renewAt }))
  let requests = 0
  const request = async () => {
    requests++
    return { token: `new-${requests}`, renewAt }
  }
  const { answers: coming } = await db.transaction().execute(async (holder) => {
    await holder.selectFrom('providerToken').select('turn').forUpdate().execute()
    const answers = Array.from({ length: 20 }, () => createStore().renew('old', request))
    while ((await countWaitingOnLock(db)) < answers.length) await new Promise(setImmediate)
    return { answers: Promise.all(answers) }
  })
  const answers = await coming
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ token: 'new-1', renewAt })]),
  )
  expect(requests).toBe(1)
})

test('a caller that learns late of a refused token gets its replacement', async () => {
  await createStore().renew('old', async () => ({ token: 'new', renewAt }))
  expect(await createStore().renew('old', never)).toEqual({ token: 'new', renewAt })
})

test('a reader waits while another process has the kept token revoked', async () => {
  const [one, two] = [createStore(), createStore()]
  await one.renew(undefined, async () => ({ token: 'old', renewAt }))
  const call = createRequest()
  const renewal = one.renew('old', call.request)
  await call.asked
  const read = two.read()
  await two.rested
  call.answer({ token: 'new', renewAt })
  expect(await read).toEqual({ token: 'new', renewAt })
  await renewal
})

test('a failure reaches the callers that waited for it and no later one', async () => {
  const [one, two] = [createStore(), createStore()]
  const call = createRequest()
  const first = one.renew(undefined, call.request)
  await call.asked
  const second = two.renew(undefined, never)
  await two.rested
  call.answer(failure)
  expect(await Promise.all([first, second])).toEqual([failure, failure])
  expect(await two.read()).toBeUndefined()
  expect(await two.renew(undefined, async () => ({ token: 'b', renewAt }))).toEqual({ token: 'b', renewAt })
})

test('a process that dies during its request blocks the others only until its lease ends', async () => {
  const dead = createRequest()
  const late = createStore().renew(undefined, dead.request)
  await dead.asked
  await sql`update provider_token set lease_until = now() - interval '1 second'`.execute(db)
  expect(await createStore().renew(undefined, async () => ({ token: 'b', renewAt }))).toEqual({
    token: 'b',
    renewAt,
  })
  // The process was slow, not dead: its token is revoked, and it gets the current one.
  dead.answer({ token: 'a', renewAt })
  expect(await late).toEqual({ token: 'b', renewAt })
})

test('no transaction is open during a token request', async () => {
  const call = createRequest()
  const renewal = createStore().renew(undefined, call.request)
  await call.asked
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`.execute(db)
  call.answer({ token: 'a', renewAt })
  await renewal
  expect(rows).toEqual([{ n: 0 }])
})

test('a request that throws ends its turn', async () => {
  await expect(createStore().renew(undefined, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await createStore().renew(undefined, async () => ({ token: 'b', renewAt }))).toEqual({
    token: 'b',
    renewAt,
  })
})
