import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { send, as, member, close } = await givenSite()
afterAll(close)

let numbers = 0
const mpesa = (pointsToWithdraw: number) => ({
  pointsToWithdraw,
  amountKes: pointsToWithdraw * 1000,
  withdrawalMethod: 'mpesa',
  mpesaNumber: `07002003${String(numbers++).padStart(2, '0')}`,
})
const bank = { bankName: 'Equity Bank', accountNumber: '0123456789', accountName: 'Ann Wanjiru' }

async function givenWithdrawal() {
  const person = await member({ points: 10 })
  await as(person.token).post('/api/withdrawals', mpesa(2))
  return person
}

test('GET /api/withdrawals returns the requests of the caller', async () => {
  const { token, memberId } = await givenWithdrawal()
  await givenWithdrawal()
  const [request, ...others] = await as(token).get('/api/withdrawals')
  expect([request, others]).toEqual([
    {
      ...request,
      ...{
        userId: memberId,
        status: 'pending',
        amountKes: 2000,
        pointsToWithdraw: 2,
        withdrawalMethod: 'mpesa',
      },
      ...{
        id: expect.any(String),
        mpesaNumber: expect.stringMatching(/^254/),
        requestedAt: expect.any(String),
      },
      ...{
        bankName: null,
        accountNumber: null,
        accountName: null,
        adminComment: null,
        processedBy: null,
        processedAt: null,
      },
    },
    [],
  ])
})

test('POST /api/withdrawals takes the withdrawal payload of each method', async () => {
  const { token } = await member({ points: 10 })
  expect(await as(token).post('/api/withdrawals', mpesa(1))).toMatchObject({
    status: 'pending',
    amountKes: 1000,
  })
  const byBank = { pointsToWithdraw: 2, amountKes: 2000, withdrawalMethod: 'bank', ...bank }
  expect(await as(token).post('/api/withdrawals', byBank)).toMatchObject({ ...byBank, status: 'pending' })
})

test("POST /api/withdrawals takes the dashboard's body: amount, method and details", async () => {
  const { token } = await member({ points: 500 })
  const { post } = as(token)
  const byNumber = { amount: 100, method: 'mpesa', details: '0700200999' }
  expect(await post('/api/withdrawals', byNumber)).toMatchObject({
    pointsToWithdraw: 100,
    mpesaNumber: '254700200999',
  })
  const byAccount = { amount: 100, method: 'bank', details: bank }
  expect(await post('/api/withdrawals', byAccount)).toMatchObject({
    pointsToWithdraw: 100,
    withdrawalMethod: 'bank',
    ...bank,
  })
})

test('POST /api/withdrawals answers what is wrong as plain text', async () => {
  const { token } = await member({ points: 1 })
  const refused = async (body: object, as?: string) => {
    const { status, headers, text } = await send('POST', '/api/withdrawals', {
      body,
      ...(as ? { token: as } : {}),
    })
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    return [status, text]
  }
  expect(await refused(mpesa(2), token)).toEqual([409, "You don't have enough points for this withdrawal."])
  expect(await refused({ ...mpesa(1), mpesaNumber: '12' }, token)).toEqual([
    400,
    'Enter a Kenyan mobile number, such as 0712345678',
  ])
  expect(await refused(mpesa(1))).toEqual([401, 'No authentication token'])
})
