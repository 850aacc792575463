import { expect, test } from 'vitest'
import { aPayment, connectTo, startGateway } from './testing.ts'

type Answer = Parameters<typeof startGateway>[0]
const accepted = {
  ConversationID: 'AG_1',
  OriginatorConversationID: 'po_echo',
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
}
const accept: Answer = (response) => response.end(JSON.stringify(accepted))
const errorBody = (errorCode: string, errorMessage = 'No') =>
  JSON.stringify({ requestId: '1', errorCode, errorMessage })
const orders = (gateway: Awaited<ReturnType<typeof startGateway>>) =>
  gateway.requests.filter(({ path }) => path.startsWith('/mpesa/'))

test('a payment uses Daraja’s spelling, including the double s', async () => {
  const gateway = await startGateway(accept)
  const payment = aPayment('https://chuma.example')
  await expect(connectTo(gateway.url).sendB2c(payment)).resolves.toEqual({
    outcome: 'accepted',
    conversationId: 'AG_1',
    originatorConversationId: 'po_echo',
  })
  const [order] = orders(gateway)
  expect(order).toMatchObject({ method: 'POST', path: '/mpesa/b2c/v3/paymentrequest' })
  expect(order?.headers).toMatchObject({
    authorization: 'Bearer token-1',
    'content-type': 'application/json',
    connection: 'close',
  })
  expect(order?.body).toEqual({
    OriginatorConversationID: payment.originatorConversationId,
    InitiatorName: 'testapi',
    SecurityCredential: 'Y3JlZGVudGlhbA==',
    CommandID: 'BusinessPayment',
    Amount: '1450',
    PartyA: '600992',
    PartyB: '254712345678',
    Remarks: 'Earnings payout',
    QueueTimeOutURL: 'https://chuma.example/hooks/d/t/0f',
    ResultURL: 'https://chuma.example/hooks/d/r/0f',
    Occassion: 'PO-1042',
  })
})

test('a status query uses our id, with Initiator and a single s', async () => {
  const gateway = await startGateway(accept)
  await expect(
    connectTo(gateway.url).queryTransactionStatus({
      originatorConversationId: 'po_77',
      remarks: 'Reconcile',
      resultUrl: 'https://chuma.example/hooks/d/q/0f',
      timeoutUrl: 'https://chuma.example/hooks/d/qt/0f',
    }),
  ).resolves.toMatchObject({ outcome: 'accepted' })
  const [query] = orders(gateway)
  expect(query).toMatchObject({ method: 'POST', path: '/mpesa/transactionstatus/v1/query' })
  expect(query?.body).toEqual({
    Initiator: 'testapi',
    SecurityCredential: 'Y3JlZGVudGlhbA==',
    CommandID: 'TransactionStatusQuery',
    OriginalConversationID: 'po_77',
    PartyA: '600992',
    IdentifierType: '4',
    ResultURL: 'https://chuma.example/hooks/d/q/0f',
    QueueTimeOutURL: 'https://chuma.example/hooks/d/qt/0f',
    Remarks: 'Reconcile',
    Occasion: 'po_77',
  })
})

test.each([
  ['half a shilling', { amountKes: 10.5 }],
  ['a negative amount', { amountKes: -10 }],
  ['a number in local spelling', { msisdn: '0712345678' }],
  ['a number with a plus', { msisdn: '+254712345678' }],
  ['an id that Daraja may cut', { originatorConversationId: 'x'.repeat(21) }],
  ['remarks of one letter', { remarks: 'x' }],
])('%s is refused before anything is sent', async (_name, wrong) => {
  const gateway = await startGateway(accept)
  await expect(connectTo(gateway.url).sendB2c({ ...aPayment(), ...wrong })).resolves.toMatchObject({
    outcome: 'not-sent',
    code: 'INVALID_INPUT',
    stopQueue: false,
    retryable: false,
  })
  expect(gateway.requests).toEqual([])
})

test.each([
  [400, '400.002.02', 'Bad Request - Invalid PartyB', { stopQueue: false, retryable: false }],
  [400, '400.002.02', 'Bad Request - Invalid ResultURL', { stopQueue: true, retryable: false }],
  [400, '400.002.05', 'Invalid Request Payload', { stopQueue: true, retryable: false }],
  [404, '404.001.01', 'Resource not found', { stopQueue: true, retryable: false }],
  [405, '405.001', 'Method Not Allowed', { stopQueue: true, retryable: false }],
  [500, '500.003.02', 'Spike Arrest Violation', { stopQueue: false, retryable: true, isBusy: true }],
  [500, '500.003.03', 'Quota Violation', { stopQueue: false, retryable: true, isBusy: true }],
])('HTTP %i with %s (%s) is a refusal', async (status, code, message, expected) => {
  const gateway = await startGateway((response) => response.writeHead(status).end(errorBody(code, message)))
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toEqual({
    outcome: 'not-sent',
    code,
    reason: message,
    ...expected,
  })
  expect(orders(gateway)).toHaveLength(1)
})

const fault = (faultstring: string, errorcode: string) =>
  JSON.stringify({ fault: { faultstring, detail: { errorcode } } })

test.each([
  [429, 'Spike arrest violation. Allowed rate : 5ps', 'policies.ratelimit.SpikeArrestViolation'],
  [500, 'Rate limit quota violation.', 'policies.ratelimit.QuotaViolation'],
  [503, 'ConcurrentRatelimit violation.', 'policies.concurrentratelimit.ConcurrentRatelimtViolation'],
])('HTTP %i with the gateway’s own "%s" means busy, and nothing was taken', async (status, message, code) => {
  const gateway = await startGateway((response) => response.writeHead(status).end(fault(message, code)))
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toEqual({
    outcome: 'not-sent',
    code,
    reason: message,
    stopQueue: false,
    retryable: true,
    isBusy: true,
  })
  expect(orders(gateway)).toHaveLength(1)
})

test.each(['keymanagement.service.access_token_expired', 'oauth.v2.InvalidAccessToken'])(
  'the gateway’s own %s renews the token and sends again',
  async (code) => {
    const gateway = await startGateway((response) =>
      response.writeHead(401).end(fault('Access Token expired', code)),
    )
    await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toMatchObject({
      outcome: 'not-sent',
      code,
      stopQueue: false,
      retryable: true,
    })
    expect(orders(gateway)).toHaveLength(2)
  },
)

test.each([
  ['a repeated id', 500, errorBody('500.002.1001', 'Duplicate OriginatorConversationID.'), '500.002.1001'],
  [
    'the same code as plain trouble',
    500,
    errorBody('500.002.1001', 'System internal error.'),
    '500.002.1001',
  ],
  ['a duplicate under a refusal’s code', 400, errorBody('400.002.02', 'Duplicate id'), '400.002.02'],
  ['an internal error', 500, errorBody('500.001.1001'), '500.001.1001'],
  ['a code nobody documented', 400, errorBody('400.999.99'), '400.999.99'],
  ['a gateway page', 502, '<html>502</html>', 'HTTP_502'],
  ['an empty 503', 503, '', 'HTTP_503'],
  ['an empty 429', 429, '', 'HTTP_429'],
  [
    'the gateway’s time-out',
    504,
    fault('Gateway Timeout', 'messaging.adaptors.http.flow.GatewayTimeout'),
    'messaging.adaptors.http.flow.GatewayTimeout',
  ],
  [
    'a backend that the gateway lost',
    503,
    fault('The Service is temporarily unavailable', 'messaging.adaptors.http.flow.ServiceUnavailable'),
    'messaging.adaptors.http.flow.ServiceUnavailable',
  ],
  ['a firewall’s page', 403, '<html>403</html>', 'HTTP_403'],
  ['a redirect', 307, '', 'HTTP_307'],
  ['a 200 that is a page', 200, '<html>hello</html>', 'HTTP_200'],
  ['a 200 cut off', 200, '{"ResponseCode": "0', 'HTTP_200'],
  ['a 200 without ResponseCode', 200, JSON.stringify({ ...accepted, ResponseCode: undefined }), 'HTTP_200'],
  ['a 200 without ids', 200, '{"ResponseCode":"0"}', 'HTTP_200'],
  ['a 200 that holds an error', 200, errorBody('400.002.02'), 'HTTP_200'],
  ['another ResponseCode', 200, JSON.stringify({ ...accepted, ResponseCode: '1' }), '1'],
])('%s leaves the outcome unknown and is not retried', async (_name, status, body, code) => {
  const gateway = await startGateway((response) => {
    response.writeHead(status, { location: '/mpesa/elsewhere' }).end(body)
  })
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toMatchObject({
    outcome: 'unknown',
    code,
  })
  expect(orders(gateway)).toHaveLength(1)
})

test('ResponseCode may be a number', async () => {
  const gateway = await startGateway((response) =>
    response.end(JSON.stringify({ ...accepted, ResponseCode: 0 })),
  )
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toMatchObject({ outcome: 'accepted' })
})

test.each([
  [404, '404.001.03'],
  [401, '401.002.01'],
  [401, '401.003.01'],
  [400, '400.003.01'],
])('HTTP %i with %s renews the token and sends the same body again', async (status, code) => {
  const gateway = await startGateway((response, request) => {
    if (request.headers.authorization === 'Bearer token-2') return accept(response, request)
    response.writeHead(status).end(errorBody(code, 'Invalid Access Token'))
  })
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toMatchObject({ outcome: 'accepted' })
  const [first, second, ...more] = orders(gateway)
  expect(second?.body).toEqual(first?.body)
  expect(more).toEqual([])
})

test('after a second refused token nothing was sent', async () => {
  const gateway = await startGateway((response) => response.writeHead(404).end(errorBody('404.001.03')))
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toMatchObject({
    outcome: 'not-sent',
    code: '404.001.03',
    retryable: true,
  })
  expect(orders(gateway)).toHaveLength(2)
})

test('the answer after a renewed token is judged independently', async () => {
  const gateway = await startGateway((response, request) => {
    if (request.headers.authorization !== 'Bearer token-2') {
      return void response.writeHead(404).end(errorBody('404.001.03'))
    }
    response.destroy()
  })
  await expect(connectTo(gateway.url).sendB2c(aPayment())).resolves.toMatchObject({ outcome: 'unknown' })
})

test('a payment that learns late of a refused token uses the one renewed by another', async () => {
  const refuse = (response: Parameters<Answer>[0]) => response.writeHead(404).end(errorBody('404.001.03'))
  let refuseLate = () => {}
  const gateway = await startGateway((response, request) => {
    if (request.headers.authorization !== 'Bearer token-1') return accept(response, request)
    if (orders(gateway).length === 1) refuseLate = () => refuse(response)
    else refuse(response)
  })
  const daraja = connectTo(gateway.url)
  await daraja.prepare()
  const both = [daraja.sendB2c(aPayment()), daraja.sendB2c(aPayment())]
  await Promise.race(both)
  refuseLate()
  const outcomes = await Promise.all(both)
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted'])
  expect(gateway.requests.filter(({ path }) => path.startsWith('/oauth/'))).toHaveLength(2)
})
