import { hashDestination } from '@chuma/core/account/destinations'
import { getDestinationFacts, listDestinations } from '@chuma/db/queries/wallet/destinations'
import { afterAll, describe, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'

const { app, db, deps, member, owner, close } = await createTestApp()
afterAll(close)
const staff = await owner('fatuma')

type Call = { rest: string; typed: string; input: Record<string, unknown>; body?: object }
type Door = (token: string, call: Call) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>
const doors: [string, Door][] = [
  [
    'REST',
    (token, { rest: url, input, body = input }) => callRest(app, token, { method: 'POST', url, body }),
  ],
  ['tRPC', (token, { typed: path, input }) => callTrpc(app, token, { type: 'mutation', path, input })],
]
const request = (input: Record<string, unknown>): Call => ({
  rest: '/api/withdrawals',
  typed: 'wallet.requestWithdrawal',
  input: { pointsToWithdraw: 1, amountKes: 1000, ...input },
})

describe.each(doors)('over %s', (name, call) => {
  const number = name === 'REST' ? '0712000901' : '0712000902'
  const mpesa = request({ withdrawalMethod: 'mpesa', mpesaNumber: number })

  test('Number squatting and an oracle: one point sent to a stranger’s number does not take it, and no answer tells that it has an account', async () => {
    const [squatter, victim, later] = [
      await member({ points: 5 }),
      await member({ points: 5 }),
      await member({ points: 5 }),
    ]
    const said = async ({ token }: { token: string }) => {
      const { status, body } = await call(token, mpesa)
      return { ...body, status, state: body.status, id: '', userId: '', requestedAt: '' }
    }
    const first = await said(squatter)
    expect(first).toMatchObject({ status: expect.any(Number), reviewReasons: ['new-number'] })
    expect(await said(victim), 'named by another').toEqual(first)
    const [row] = await listDestinations(db, victim.memberId)
    const wish = { destinationId: row?.destinationId ?? '', reason: 'They showed the SIM card' }
    const path = `/api/admin/users/${victim.memberId}/destinations/${wish.destinationId}`
    const input = { memberId: victim.memberId, ...wish }
    const body = { reason: wish.reason }
    const release = { rest: `${path}/release`, typed: 'admin.releaseDestination', input, body }
    const released = await call(staff.token, release)
    expect(released).toMatchObject({
      status: 200,
      body: [{ isProven: true, provenBy: 'staff', sharing: { count: 1, isOfAnother: false } }],
    })
    expect(await said(later), 'proven by another').toEqual(first)
    expect(JSON.stringify((await said(squatter)).reviewReasons)).not.toMatch(/shared|another/)
    const free = { rest: `${path}/free`, typed: 'admin.freeDestination', input, body }
    expect(await call(staff.token, free)).toMatchObject({ status: 200, body: [{ isProven: false }] })
    expect(await call(staff.token, free)).toMatchObject({ status: 409 })
  })

  test('five accounts that are paid at one bank account are known to share it, at any spelling of the bank', async () => {
    const accountNumber = name === 'REST' ? '0110293847566' : '0110293847577'
    const spellings = [
      'Equity Bank',
      'EQUITY',
      'Equity Bank (K) Ltd',
      'equity bank kenya',
      'Equity, Moi Avenue',
    ]
    const memberIds: string[] = []
    for (const bankName of spellings) {
      const { token, memberId } = await member({ points: 5 })
      const bank = { withdrawalMethod: 'bank', bankName, accountNumber, accountName: 'Amina Otieno' }
      expect((await call(token, request(bank))).status).toBeLessThan(300)
      memberIds.push(memberId)
    }
    const hashes = hashDestination(deps.secrets, { method: 'bank', value: `Equity ${accountNumber}` })
    for (const memberId of memberIds)
      expect(await getDestinationFacts(db, { memberId, hashes })).toMatchObject({
        isOwn: false,
        otherClaimants: 4,
      })
  })
})
