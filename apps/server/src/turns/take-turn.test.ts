import type { Caller } from '@chuma/core/caller'
import { expect, test } from 'vitest'
import { createTakeTurn, PACES } from './turns.ts'

const visitor: Caller = { member: null, staff: null, apiKey: null, address: '203.0.113.7', userAgent: null }
const memberOf = (memberId: string) =>
  ({ ...visitor, member: { memberId, adminRole: null } }) as unknown as Caller
const staff = { ...visitor, staff: { staffId: 'amina' } } as unknown as Caller
const keyOf = (keyId: string) => ({ ...visitor, apiKey: { keyId } }) as unknown as Caller

/** Start work that never ends, and count how much of it runs. */
async function countRunning(
  takeTurn: ReturnType<typeof createTakeTurn>,
  caller: Caller,
  type: 'query' | 'mutation',
) {
  let running = 0
  const endless = () => new Promise<never>(() => (running += 1))
  for (let call = 0; call < 36; call++) takeTurn(caller, type, endless).catch(() => {})
  await new Promise(setImmediate)
  return running
}

test('an account runs six queries and two changes at once, and nobody else waits for it', async () => {
  const takeTurn = createTakeTurn(null)
  expect(await countRunning(takeTurn, memberOf('amina'), 'query')).toBe(6)
  expect(await countRunning(takeTurn, memberOf('amina'), 'mutation')).toBe(2)
  // Another session of the same account has no turns of its own.
  expect(await countRunning(takeTurn, { ...memberOf('amina'), address: '198.51.100.1' }, 'query')).toBe(0)
  for (const other of [memberOf('baraka'), staff, keyOf('amina'), visitor]) {
    expect(await takeTurn(other, 'mutation', async () => 'done')).toBe('done')
  }
})

test('staff, keys and networks have shares of their own', async () => {
  const takeTurn = createTakeTurn(null)
  const sources = [staff, keyOf('nightly'), visitor, { ...visitor, address: '2001:db8:1:2::1' }]
  const counted = []
  for (const caller of sources) counted.push(await countRunning(takeTurn, caller, 'query'))
  expect(counted).toEqual([4, 4, 32, 32])
  // One customer's /64.
  expect(await countRunning(takeTurn, { ...visitor, address: '2001:db8:1:2:ff::9' }, 'query')).toBe(0)
})

test('a member calls at a pace, whatever they call from; staff and keys decide about many, and have none', async () => {
  const takeTurn = createTakeTurn({ ...PACES, mutation: { perSecond: 1, burst: 1 } })
  const done = async () => 'done'
  const [amina, elsewhere] = [memberOf('amina'), { ...memberOf('amina'), address: '198.51.100.1' }]
  await takeTurn(amina, 'mutation', done)
  await takeTurn(elsewhere, 'mutation', done)
  let isThere = false
  const third = takeTurn(amina, 'mutation', done).then(() => {
    isThere = true
  })
  for (const other of [memberOf('baraka'), staff, keyOf('amina'), visitor]) {
    for (let call = 0; call < 2; call += 1) await takeTurn(other, 'mutation', done)
  }
  expect(await takeTurn(amina, 'query', done)).toBe('done')
  expect(isThere).toBe(false)
  await third
})
