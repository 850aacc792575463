import { randomUUID } from 'node:crypto'
import { createScriptedCollector } from '@chuma/core/premium/testing'
import superjson from 'superjson'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { fingerprint } from '../access/fingerprint.ts'
import { type HostileCall, hostileCalls } from '../bad-input/hostile-calls.ts'
import { listPaths } from '../bad-input/list-paths.ts'
import { ANY_ID } from '../bad-input/samples.ts'
import { signedLink } from '../signed-link.ts'
import { REPEATS } from './repeats.ts'

const testApp = await createTestApp({ collector: createScriptedCollector().collector })
const { app, db } = testApp
afterAll(testApp.close)
const owner = await testApp.owner('keys')
const paths = (await listPaths(app)).filter(({ method }) => method === 'POST')

type Sent = { key: string; body: object }
type Send = (sent: Sent) => Promise<{ status: number; body: Record<string, unknown> | string }>

/** The same call at each door, by a caller who may make it, about an who exists. */
async function givenCall(call: HostileCall): Promise<Record<'REST' | 'tRPC', Send>> {
  const { memberId, token } = await testApp.member({ points: 100 })
  const real = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(ANY_ID, memberId))
  const headers = (key: string) => ({
    authorization: `Bearer ${call.who === 'owner' ? owner.token : token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  })
  const sendRest: Send = async ({ key, body }) => {
    const answer = await app.inject({
      method: 'POST',
      url: real(call.url),
      headers: headers(key),
      payload: body,
    })
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body }
  }
  const sendTrpc: Send = async ({ key, body }) => {
    const payload = { json: { ...real(call.inPath), ...body } }
    const answer = await app.inject({
      method: 'POST',
      url: `/trpc/${call.path}`,
      headers: headers(key),
      payload,
    })
    const { result, error } = answer.json()
    if (error) return { status: answer.statusCode, body: { ...error.json.data, message: error.json.message } }
    return {
      status: answer.statusCode,
      body: JSON.parse(JSON.stringify(superjson.deserialize(result.data))),
    }
  }
  return { REST: sendRest, tRPC: sendTrpc }
}

test('every POST declares what a repeat of it does', async () => {
  expect(paths.map(({ name }) => name).sort()).toEqual(Object.keys(REPEATS).sort())
})

const keyed = Object.keys(REPEATS).filter((name) => REPEATS[name] === 'key')

test('the OpenAPI document says which calls refuse a key that was used for another request', async () => {
  const { paths: described } = (await app.inject('/api/openapi.json')).json()
  const refusing = paths.filter(({ path }) =>
    JSON.stringify(described[path.replace(/:(\w+)/g, '{$1}')].post.responses).includes('KeyReused'),
  )
  expect(refusing.map(({ name }) => name).sort()).toEqual([...keyed].sort())
})

function findCall(name: string): HostileCall {
  const call = hostileCalls.find((each) => each.name === name)
  if (!call) throw new Error(`no body to send is known for ${name}`)
  return call
}

let numbers = 0

/** Values that are checked beyond their form have to be valid, and the number not another member's. */
function givenBody(call: HostileCall): HostileCall {
  const mpesaNumber = `0713${String(200_000 + numbers++)}`
  const body = {
    ...call.body,
    ...('mpesaNumber' in call.body && { mpesaNumber }),
    ...('scheme' in call.body && { scheme: signedLink }),
  }
  return { ...call, body }
}

/** A different request for the same call, with another text or number in it. */
function otherThan(body: Record<string, unknown>): object {
  const field = ['title', 'question', 'name', 'note', 'reason', 'subject', 'pointsToWithdraw', 'months'].find(
    (each) => each in body,
  )
  if (!field) throw new Error(`nothing to change in ${Object.keys(body)}`)
  const { amountKes: _, ...rest } = body
  const value = body[field]
  return { ...rest, [field]: typeof value === 'number' ? value + 1 : `${value} again` }
}

const cases = keyed.flatMap((name) => (['REST', 'tRPC'] as const).map((door) => [name, door] as const))

test.each(cases)('%s over %s runs once when sent twice with one key', async (name, door) => {
  const call = givenBody(findCall(name))
  const send = (await givenCall(call))[door]
  const body = call.body
  const key = randomUUID()
  const first = await send({ key, body })
  expect([first.status < 300, first.body]).toEqual([true, expect.anything()])

  const before = await fingerprint(db, ['throttle', 'session', 'staff_session'])
  expect(await send({ key, body })).toEqual(first)
  const other = await send({ key, body: otherThan(body) })
  expect([other.status, JSON.stringify(other.body)]).toEqual([
    409,
    expect.stringContaining('used for a different request'),
  ])
  expect(await fingerprint(db, ['throttle', 'session', 'staff_session'])).toEqual(before)

  for (const bad of ['', 'two words', 'x'.repeat(256)]) {
    const refused = await send({ key: bad, body })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining('Idempotency-Key'),
    ])
  }
})
