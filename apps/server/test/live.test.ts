import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { givenStaff } from '@chuma/core/admin/testing'
import { logOut } from '@chuma/core/auth/log-in'
import { followDatabase } from '@chuma/core/live/watch'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { submitProof } from '@chuma/core/tasks/proofs'
import { givenTask } from '@chuma/core/tasks/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
const lost: Error[] = []
const listener = followDatabase({
  changes: deps.changes,
  connectionString: testApp.url,
  onLost: (error) => lost.push(error),
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await listener.close()
  await testApp.close()
})

type Event = { event: string; data: string }
const changed = { event: 'message', data: '{"json":"changed"}' }

/** A page that follows a subscription. `next` reads one event; undefined once the stream has ended. Pings are skipped. */
async function follow(token: string | undefined, path = 'wallet.onChange') {
  const answer = await fetch(`${address}/trpc/${path}`, {
    headers: { accept: 'text/event-stream', ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<Event | undefined> => {
    const end = text.indexOf('\n\n\n')
    if (end >= 0) {
      const block = text.slice(0, end)
      text = text.slice(end + 3)
      const event = /^event: (.*)$/m.exec(block)?.[1] ?? 'message'
      return event === 'ping' ? next() : { event, data: /^data: (.*)$/m.exec(block)?.[1] ?? '' }
    }
    const read = await reader?.read()
    if (!read || read.done) return undefined
    text += read.value
    return next()
  }
  expect(await next()).toMatchObject({ event: 'connected' })
  return { answer, next, leave: () => reader?.cancel() }
}

let numbers = 0
async function ask(member: Awaited<ReturnType<typeof testApp.member>>) {
  const mpesaNumber = `2547${String(40_000_000 + numbers++)}`
  const request = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 1, mpesaNumber }
  return requestWithdrawal(deps, member, { ...request, idempotencyKey: undefined })
}

/** Find the connection that listens, once it receives everything. */
async function findListener(): Promise<number> {
  const find = () =>
    sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'chuma-listen' and query = 'listen job_ready'
        and state = 'idle'
    `.execute(db)
  await expect.poll(async () => (await find()).rows.length).toBe(1)
  return (await find()).rows[0]?.pid ?? 0
}

test('a page is told to fetch at once, then of every change, and never what changed', async () => {
  await findListener()
  const member = await testApp.member({ points: 5 })
  const { answer, next, leave } = await follow(member.token)
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(answer.headers.get('x-accel-buffering')).toBe('no')
  expect(answer.headers.get('connection')).toBe('close')
  expect(await next()).toEqual(changed)
  await ask(member)
  expect(await next()).toEqual(changed)
  await leave()
})

test('no one is told of another member’s changes', async () => {
  await findListener()
  const [ann, ben] = [await testApp.member({ points: 5 }), await testApp.member({ points: 5 })]
  const pages = [await follow(ann.token), await follow(ben.token)]
  for (const page of pages) expect(await page.next()).toEqual(changed)
  await ask(ben)
  expect(await pages[1]?.next()).toEqual(changed)
  const { token } = ann
  await app.inject({ method: 'POST', url: '/api/auth/logout', headers: { authorization: `Bearer ${token}` } })
  // Ann's next event is the end, and not Ben's withdrawal.
  expect(await pages[0]?.next()).toMatchObject({ event: 'serialized-error' })
  await pages[1]?.leave()
})

test('the staff’s list is told of every member’s withdrawals, and not of their points', async () => {
  await findListener()
  const owner = await testApp.owner('live')
  const page = await follow(owner.token, 'admin.onWithdrawalsChange')
  expect(await page.next()).toEqual(changed)
  await testApp.member({ points: 5 })
  await ask(await testApp.member({ points: 5 }))
  expect(await page.next()).toEqual(changed)
  await page.leave()
})

test('every staff page is told to count again when a member hands in a proof or requests a withdrawal', async () => {
  await findListener()
  const { token } = await givenStaff(deps, { role: 'content' })
  const page = await follow(token, 'admin.onWaitingChange')
  expect(await page.next()).toEqual(changed)
  const member = await testApp.member({ points: 5 })
  await submitProof(deps, member, { id: await givenTask(db, 'micro-job'), proof: 'Done' })
  expect(await page.next()).toEqual(changed)
  await ask(member)
  expect(await page.next()).toEqual(changed)
  await page.leave()
})

test('a page whose session ends is told so and does not reconnect', async () => {
  await findListener()
  const member = await testApp.member({ points: 5 })
  const here = await follow(member.token)
  expect(await here.next()).toEqual(changed)
  const { rows } = await sql<{ hash: Buffer }>`
    select token_hash as hash from session where member_id = ${member.memberId}
  `.execute(db)
  const tokenHash = rows[0]?.hash ?? Buffer.alloc(0)
  await logOut(deps, { ...member, tokenHash })
  const last = await here.next()
  expect(last?.event).toBe('serialized-error')
  expect(JSON.parse(last?.data ?? '').json).toMatchObject({ code: -32600, data: { httpStatus: 401 } })
})

test('a page of the staff ends with the session that opened it', async () => {
  await findListener()
  const owner = await testApp.owner('leaver')
  const page = await follow(owner.token, 'admin.onWithdrawalsChange')
  expect(await page.next()).toEqual(changed)
  await app.inject({
    method: 'POST',
    url: '/api/admin/logout',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(await page.next()).toMatchObject({ event: 'serialized-error' })
})

test('a caller without access is refused before the stream starts', async () => {
  const { token } = await testApp.member()
  for (const [path, who, status] of [
    ['wallet.onChange', undefined, 401],
    ['admin.onWithdrawalsChange', undefined, 401],
    ['admin.onWithdrawalsChange', token, 403],
  ] as const) {
    const { next } = await follow(who, path)
    const refusal = await next()
    expect(JSON.parse(refusal?.data ?? '').json).toMatchObject({ code: -32600, data: { httpStatus: status } })
  }
})

test('of nine pages of one member the first goes back to polling', async () => {
  const member = await testApp.member()
  const pages = []
  for (let n = 0; n < 9; n++) {
    const page = await follow(member.token)
    expect(await page.next()).toEqual(changed)
    pages.push(page)
  }
  expect(await pages[0]?.next()).toEqual({ event: 'return', data: '' })
  for (const page of pages) await page.leave()
})

test('after the database connection was lost every page is told to fetch', async () => {
  const pid = await findListener()
  const member = await testApp.member()
  const page = await follow(member.token)
  expect(await page.next()).toEqual(changed)
  await sql`select pg_terminate_backend(${pid})`.execute(db)
  expect(await page.next()).toEqual(changed)
  expect(await findListener()).not.toBe(pid)
  expect(lost).toHaveLength(1)
  await page.leave()
})

test('a caller that hangs up at any moment leaves nothing behind that would end the process', async () => {
  const member = await testApp.member()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const hangUpAfter = async (turns: number) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `GET /trpc/wallet.onChange HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${member.token}\r\n\r\n`,
    )
    for (let count = 0; count < turns; count++) await turn()
    socket.destroy()
  }
  for (let turns = 0; turns < 120; turns += 2) await hangUpAfter(turns)
  const { next, leave } = await follow(member.token)
  expect(await next()).toEqual(changed)
  await leave()
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a stop does not wait for pages, and they reconnect on their own', async () => {
  const member = await testApp.member()
  const page = await follow(member.token)
  expect(await page.next()).toEqual(changed)
  await app.close()
  // No final event, which would keep the page from reconnecting.
  expect(await page.next()).toBeUndefined()
})
