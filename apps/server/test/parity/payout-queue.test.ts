import { givenStaff } from '@chuma/core/admin/testing'
import { decideWithdrawal } from '@chuma/core/payouts/approvals/decide-withdrawal'
import { stopQueue } from '@chuma/core/payouts/queue/stop-queue'
import {
  createPayoutDeps,
  createScriptedProvider,
  finance,
  givenWithdrawal,
  scriptedPayouts,
} from '@chuma/core/payouts/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'
import { comparable } from './comparable.ts'

const testApp = await createTestApp({ payouts: scriptedPayouts(createScriptedProvider().provider) })
const { app, db, deps } = testApp
afterAll(testApp.close)
beforeEach(() => db.deleteFrom('payoutQueue').execute())
const { token } = await givenStaff(deps, { role: 'finance' })
const analyst = (await givenStaff(deps, { role: 'analyst' })).token
const nobody = '00000000-0000-4000-8000-000000000000'

type Calls = { rest: RestCall; trpc: TrpcCall; token?: string }
type World = { isStopped?: boolean; id?: string }
const change = (url: string, path: string, body: object): Calls => ({
  rest: { method: 'POST', url: `/api/admin/${url}`, body },
  trpc: { type: 'mutation', path: `admin.${path}`, input: body },
})
const stop = (reason: string) => change('payout-queue/stop', 'stopPayoutQueue', { reason })
const resume = (note: string) => change('payout-queue/resume', 'resumePayoutQueue', { note })
const approve = (body: object) => change('withdrawals/bulk-approve', 'approveWithdrawals', body)
const importFile = (csv: string, isDryRun: boolean) =>
  change('payouts/import', 'importPayments', { csv, isDryRun })
const read = (url: string, path: string): Calls => ({
  rest: { method: 'GET', url: `/api/admin/${url}` },
  trpc: { type: 'query', path: `admin.${path}` },
})

async function givenPaidByHand() {
  const { id } = await givenWithdrawal(db, { method: 'bank' })
  await decideWithdrawal(createPayoutDeps(db, null), finance, { id, status: 'approved', adminNotes: '' })
  return { id }
}
const going = async (): Promise<World> => ({})
const stopped = async (): Promise<World> => {
  const why = { reason: 'Locked', code: '8006', actor: 'system', address: null }
  await db.transaction().execute((trx) => stopQueue(trx, 'scripted', why))
  return { isStopped: true }
}
const pending = async (): Promise<World> => ({ id: (await givenWithdrawal(db)).id })
let references = 0
const table = (id = nobody) => `Withdrawal ID,Amount KES,Reference\n${id},2000,SLIP-${++references}`

const cases: [name: string, status: number, prepare: () => Promise<World>, calls: (world: World) => Calls][] =
  [
    ['the queue', 200, going, () => read('payout-queue', 'getPayoutQueue')],
    ['a stopped queue', 200, stopped, () => read('payout-queue', 'getPayoutQueue')],
    ['a stop', 200, going, () => stop('The bank called')],
    ['a stop without a reason', 400, going, () => stop(' ')],
    ['a stop of what is stopped', 409, stopped, () => stop('x')],
    ['a stop by an analyst', 403, going, () => ({ ...stop('x'), token: analyst })],
    ['the end of a stop', 200, stopped, () => resume('Unlocked')],
    ['the end of no stop', 409, going, () => resume('x')],
    ['many approvals', 200, pending, ({ id }) => approve({ ids: [id, nobody] })],
    ['approvals of none', 400, going, () => approve({ ids: [] })],
    ['approvals of neither', 400, going, () => approve({})],
    ['a file of payments', 200, givenPaidByHand, ({ id }) => importFile(table(id), false)],
    ['a dry run of one', 200, givenPaidByHand, ({ id }) => importFile(table(id), true)],
    ['a file that is none', 400, going, () => importFile('x', false)],
  ]

test.each(cases)('%s answers %i and the same through both doors', async (_name, status, prepare, calls) => {
  const first = calls(await prepare())
  const rest = await callRest(app, first.token ?? token, first.rest)
  await db.deleteFrom('payoutQueue').execute()
  const second = calls(await prepare())
  const trpc = await callTrpc(app, second.token ?? token, second.trpc)
  const plain = (body: unknown) =>
    JSON.parse(
      JSON.stringify(comparable(body))
        .replace(/SLIP-\d+/g, 'slip')
        .replace(/"queued(Count|Kes)":\d+/g, '"queued$1":0'),
    )
  expect(plain(trpc.body)).toEqual(plain(rest.body))
  expect([rest.status, trpc.status]).toEqual([status, status])
})

test('the file of what is paid by hand is the same through both doors, and a file over REST', async () => {
  const { id } = await givenPaidByHand()
  const calls = read('payouts.csv', 'exportManualPayouts')
  const rest = await app.inject({
    method: 'GET',
    url: '/api/admin/payouts.csv',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(rest.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="chuma-payouts.csv"',
  })
  expect(rest.body).toContain(id)
  expect((await callTrpc(app, token, calls.trpc)).body).toBe(rest.body)
  expect((await callRest(app, analyst, calls.rest)).status).toBe(403)
})
