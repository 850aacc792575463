import { afterAll, expect, test } from 'vitest'
import { givenSite } from './given-site.ts'

const { send, as, member, deps, close } = await givenSite()
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

const EMPTY = ['', '  ', null]
const others = (value: string | null, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, value]))

test.each(EMPTY)(
  'fields of another method that are empty (%j) count as left out over both doors',
  async (empty) => {
    const bankFields = ['bankName', 'accountNumber', 'accountName']
    const bodies = [
      { ...mpesa(1), ...others(empty, [...bankFields, 'paypalEmail']) },
      {
        ...{ pointsToWithdraw: 1, amountKes: 1000, withdrawalMethod: 'bank', ...bank },
        ...others(empty, ['mpesaNumber', 'paypalEmail']),
      },
    ]
    for (const json of bodies) {
      const { token } = await member({ points: 2 })
      expect((await send('POST', '/api/withdrawals', { token, body: json })).status).toBe(201)
      expect((await send('POST', '/trpc/wallet.requestWithdrawal', { token, body: { json } })).status).toBe(
        200,
      )
    }
    const { token } = await member({ points: 2 })
    const paypal = { ...mpesa(1), withdrawalMethod: 'paypal', mpesaNumber: '', paypalEmail: 'a@example.com' }
    expect((await send('POST', '/api/withdrawals', { token, body: paypal })).text).toMatch(
      /^This method is closed/,
    )
    const unnamed = { ...mpesa(1), mpesaNumber: empty, bankName: empty }
    expect((await send('POST', '/api/withdrawals', { token, body: unnamed })).text).toBe(
      'Please enter your M-Pesa number.',
    )
  },
)

/** Every range of Kenya's mobile numbers. Numbers are portable: any of them can have M-Pesa. */
const PREFIXES = [7, 1].flatMap((first) =>
  Array.from({ length: 100 }, (_, range) => `${first}${String(range).padStart(2, '0')}`),
)

test('every Kenyan mobile number, 0700 to 0799 and 0100 to 0199, takes M-Pesa', async () => {
  const { token } = await member({ points: PREFIXES.length })
  for (const prefix of PREFIXES) {
    const body = { ...mpesa(1), mpesaNumber: `0${prefix}345678` }
    const { mpesaNumber } = await as(token).post('/api/withdrawals', body)
    expect(mpesaNumber).toBe(`254${prefix}345678`)
  }
})

test.each(['mpesa', 'airtel', 'airtime'])('%s takes a number of every network', async (withdrawalMethod) => {
  deps.payouts.methods = ['mpesa', 'bank', 'airtel', 'airtime']
  const { token } = await member({ points: 60 })
  for (const mpesaNumber of [
    '0712445678',
    '0733445678',
    '0770445678',
    '0763445678',
    '0747445678',
    '0150445678',
  ]) {
    const body = { ...mpesa(1), withdrawalMethod, mpesaNumber }
    expect(await as(token).post('/api/withdrawals', body)).toMatchObject({
      withdrawalMethod,
      status: 'pending',
    })
  }
})

test.each(['0733345678', '254747345678', '+254 763 345 678', '0100345678', '254150345678'])(
  '%s takes M-Pesa, a code by text and a premium payment over both doors',
  async (mpesaNumber) => {
    const { token } = await member({ points: 5 })
    const calls = [
      ['/api/withdrawals', 'wallet.requestWithdrawal', { ...mpesa(1), mpesaNumber }],
      ['/api/destinations/codes', 'wallet.requestCode', { mpesaNumber }],
      ['/api/premium/payments', 'premium.payPremium', { mpesaNumber, months: 1 }],
    ] as const
    for (const [path, procedure, json] of calls) {
      const rest = await send('POST', path, { token, body: json })
      const typed = await send('POST', `/trpc/${procedure}`, { token, body: { json } })
      // Where nothing is set up for it another answer is right, but never one about the number.
      for (const { status, text } of [rest, typed]) {
        expect([procedure, status, text]).not.toEqual([procedure, 400, expect.anything()])
        expect(text).not.toContain('Kenyan mobile number')
      }
    }
  },
)
