import { givenStaff } from '@chuma/core/admin/testing'
import { appealPayoutPause } from '@chuma/core/payouts/pauses/appeal-payout-pause'
import { pausePayouts } from '@chuma/core/payouts/pauses/pause-payouts'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp, type RestCall, type TrpcCall } from '../../src/testing.ts'
import { comparable } from './comparable.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
afterAll(testApp.close)
const { actor, token: staffToken } = await givenStaff(deps, { role: 'finance' })
const nobody = '00000000-0000-4000-8000-000000000000'
const reason = 'Two accounts took the same surveys.'
const appeal = 'The other account is my sister’s.'

type World = Awaited<ReturnType<typeof createWorld>>
type Calls = { token: string; rest: RestCall; trpc: TrpcCall }

let numbers = 0
async function createWorld({ isPaused = true, isAppealed = false } = {}) {
  const member = await testApp.member({ points: 9 })
  const mpesaNumber = `07${String(31_000_000 + numbers++)}`
  if (!isPaused) return { member, mpesaNumber, id: nobody }
  const { id } = await pausePayouts(deps, actor, { memberId: member.memberId, reason })
  if (isAppealed) await appealPayoutPause(deps, member, { id, appeal })
  return { member, mpesaNumber, id }
}

type Door = { url: string; path: string; body?: object; inPath?: object }
const change = (token: string, { url, path, body, inPath }: Door): Calls => ({
  token,
  rest: { method: 'POST', url, ...(body && { body }) },
  trpc: { type: 'mutation', path, input: { ...inPath, ...body } },
})
const toMember = (
  { member: { memberId } }: World,
  act: 'pause-payouts' | 'lift-payout-pause',
  body: object,
) =>
  change(staffToken, {
    url: `/api/admin/users/${memberId}/${act}`,
    path: act === 'pause-payouts' ? 'admin.pausePayouts' : 'admin.liftPayoutPause',
    inPath: { memberId },
    body,
  })
const answer = (id: string, body: object, token = staffToken) =>
  change(token, {
    url: `/api/admin/payout-pauses/${id}/answer`,
    path: 'admin.answerAppeal',
    inPath: { id },
    body,
  })
const appealAs = ({ member }: World, id: string, words = appeal) =>
  change(member.token, {
    url: `/api/payout-pauses/${id}/appeal`,
    path: 'wallet.appealPayoutPause',
    inPath: { id },
    body: { appeal: words },
  })
const look = (token: string, url: string, path: string, input?: object): Calls => ({
  token,
  rest: { method: 'GET', url },
  trpc: { type: 'query', path, ...(input && { input }) },
})

const free = { isPaused: false }
const appealed = { isAppealed: true }
const cases: [name: string, status: number, world: object, calls: (world: World) => Calls][] = [
  ['a pause', 200, free, (world) => toMember(world, 'pause-payouts', { reason })],
  ['a pause without a reason', 400, free, (world) => toMember(world, 'pause-payouts', { reason: ' ' })],
  ['a second pause', 409, {}, (world) => toMember(world, 'pause-payouts', { reason })],
  ['the end of a pause', 200, {}, (world) => toMember(world, 'lift-payout-pause', { reason: 'All is well' })],
  ['the end of none', 409, free, (world) => toMember(world, 'lift-payout-pause', { reason: 'All is well' })],
  ['my pauses', 200, {}, ({ member }) => look(member.token, '/api/payout-pauses', 'wallet.listPayoutPauses')],
  ['an appeal', 200, {}, (world) => appealAs(world, world.id)],
  ['an appeal of nine letters', 400, {}, (world) => appealAs(world, world.id, 'too short')],
  ['a second appeal', 409, appealed, (world) => appealAs(world, world.id)],
  ['an appeal against nothing', 404, {}, (world) => appealAs(world, nobody)],
  ['an answer', 200, appealed, ({ id }) => answer(id, { answer: 'It stays', isLifted: false })],
  [
    'an answer that ends it',
    200,
    appealed,
    ({ id }) => answer(id, { answer: 'You are right', isLifted: true }),
  ],
  ['an answer to no appeal', 404, {}, ({ id }) => answer(id, { answer: 'It stays', isLifted: false })],
  [
    'an answer by a member',
    403,
    appealed,
    ({ id, member }) => answer(id, { answer: 'Me', isLifted: true }, member.token),
  ],
  [
    'the appeals of one member',
    200,
    appealed,
    ({ member: { memberId } }) =>
      look(
        staffToken,
        `/api/admin/payout-pauses?memberId=${memberId}&state=appealed`,
        'admin.listPayoutPauses',
        { memberId, state: 'appealed' },
      ),
  ],
]

test.each(cases)('%s answers %i and the same through both doors', async (_name, status, wish, calls) => {
  const [first, second] = [calls(await createWorld(wish)), calls(await createWorld(wish))]
  const rest = await callRest(app, first.token, first.rest)
  const trpc = await callTrpc(app, second.token, second.trpc)
  expect(comparable(trpc.body)).toEqual(comparable(rest.body))
  expect([rest.status, trpc.status]).toEqual([status, status])
})

test('a withdrawal while payouts are paused fails alike, with the reason and what can be done, as plain text over REST', async () => {
  const { member, mpesaNumber } = await createWorld()
  const body = { pointsToWithdraw: 1, withdrawalMethod: 'mpesa', mpesaNumber }
  const rest = await callRest(app, member.token, { method: 'POST', url: '/api/withdrawals', body })
  const trpc = await callTrpc(app, member.token, {
    type: 'mutation',
    path: 'wallet.requestWithdrawal',
    input: body,
  })
  const message = `Your payouts are paused: ${reason} Your points stay yours and you go on earning. You can appeal on the withdrawal page.`
  expect(rest).toEqual({ status: 403, body: message })
  expect(trpc).toMatchObject({ status: 403, body: { code: 'PAYOUTS_PAUSED', message } })
})
