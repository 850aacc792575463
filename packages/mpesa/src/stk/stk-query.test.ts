import { expect, test } from 'vitest'
import { connectTo, startGateway, stkConfig } from '../testing.ts'

const result = {
  ResponseCode: '0',
  ResponseDescription: 'The service request has been accepted successfully',
  MerchantRequestID: '22205-34066-1',
  CheckoutRequestID: 'ws_CO_1',
  ResultCode: '0',
  ResultDesc: 'The service request is processed successfully.',
}
async function ask(status: number, body: string) {
  const gateway = await startGateway((response) => response.writeHead(status).end(body))
  const daraja = connectTo(gateway.url, { stk: stkConfig, now: () => Date.parse('2021-06-28T06:24:08Z') })
  return { gateway, outcome: await daraja.queryStk({ checkoutRequestId: 'ws_CO_1' }) }
}
const answer = async (changes: object) => (await ask(200, JSON.stringify({ ...result, ...changes }))).outcome

test('a push is asked about under its CheckoutRequestID, signed like a push', async () => {
  const { gateway, outcome } = await ask(200, JSON.stringify(result))
  expect(outcome).toEqual({ outcome: 'paid' })
  expect(gateway.requests.at(-1)).toMatchObject({ method: 'POST', path: '/mpesa/stkpushquery/v1/query' })
  expect(gateway.requests.at(-1)?.body).toEqual({
    BusinessShortCode: 174379,
    Password: expect.stringMatching(/^MTc0Mzc5.*DkyNDA4$/),
    Timestamp: '20210628092408',
    CheckoutRequestID: 'ws_CO_1',
  })
})

test.each([['0'], [0], [' 0 ']])('the result code %j is a payment', async (ResultCode) => {
  await expect(answer({ ResultCode })).resolves.toEqual({ outcome: 'paid' })
})

test.each([
  '1',
  '2',
  '3',
  '4',
  '8',
  '17',
  '1001',
  '1019',
  '1025',
  '1032',
  '1037',
  '2001',
  '2028',
  '8006',
  '9999',
  'SFC_IC0003',
])('the result code %s ends the push without a payment', async (ResultCode) => {
  await expect(answer({ ResultCode })).resolves.toEqual({
    outcome: 'failed',
    code: ResultCode,
    description: expect.stringMatching(/\.$/),
  })
})

test.each([
  ['a code nobody listed', { ResultCode: '4999', ResultDesc: 'Hm' }, '4999'],
  ['a negative code', { ResultCode: '-1' }, '-1'],
  ['a name that every object has', { ResultCode: 'constructor' }, 'constructor'],
  ['a known code under processing', { ResultCode: '1', ResultDesc: 'It is still under processing' }, '1'],
  ['a success that is being processed', { ResultDesc: 'The transaction is being processed' }, '0'],
  ['a refused question', { ResponseCode: '1' }, '1'],
  ['an answer about another push', { CheckoutRequestID: 'ws_CO_2' }, 'OTHER_REQUEST'],
  ['an answer about no push', { CheckoutRequestID: undefined }, 'HTTP_200'],
  ['no code', { ResultCode: undefined }, 'HTTP_200'],
  ['a code that is a list', { ResultCode: ['0'] }, 'HTTP_200'],
])('%s decides nothing', async (_name, changes, code) => {
  await expect(answer(changes)).resolves.toMatchObject({ outcome: 'pending', code })
})

test.each([
  [500, '{"errorCode":"500.001.1001","errorMessage":"The transaction is being processed"}', '500.001.1001'],
  [500, '{"errorCode":"500.001.1001","errorMessage":"Wrong credentials"}', '500.001.1001'],
  [400, '{"errorCode":"400.002.02","errorMessage":"Invalid CheckoutRequestID"}', '400.002.02'],
  [500, '{"errorCode":"500.003.02","errorMessage":"Spike Arrest"}', '500.003.02'],
  [500, JSON.stringify(result), 'HTTP_500'],
  [302, JSON.stringify(result), 'HTTP_302'],
  [502, '<html></html>', 'HTTP_502'],
  [200, '', 'HTTP_200'],
  [200, '{"ResultCode":"0"', 'HTTP_200'],
])('HTTP %i with %s decides nothing', async (status, body, code) => {
  expect((await ask(status, body)).outcome).toMatchObject({ outcome: 'pending', code })
})

test('no answer, no connection and no token decide nothing', async () => {
  const gateway = await startGateway((response) => response.destroy())
  const daraja = connectTo(gateway.url, { stk: stkConfig })
  const query = { checkoutRequestId: 'ws_CO_1' }
  await expect(daraja.queryStk(query)).resolves.toMatchObject({ outcome: 'pending' })
  await gateway.close()
  await expect(daraja.queryStk(query)).resolves.toMatchObject({ outcome: 'pending', code: 'ECONNREFUSED' })
  const fresh = connectTo(gateway.url, { stk: stkConfig })
  await expect(fresh.queryStk(query)).resolves.toMatchObject({ outcome: 'pending', code: 'ECONNREFUSED' })
  await expect(fresh.queryStk({ checkoutRequestId: '' })).resolves.toMatchObject({ code: 'INVALID_INPUT' })
})
