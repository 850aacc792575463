import { expect, onTestFinished, test } from 'vitest'
import {
  type BehaviourName,
  behaviours,
  type SimulatorOptions,
  startSimulator,
} from './simulator/start-simulator.ts'
import { type AfricasTalkingConfig, createAfricasTalkingTransport } from './transport.ts'

async function play(options: SimulatorOptions = {}, config: Partial<AfricasTalkingConfig> = {}) {
  const simulator = await startSimulator(options)
  onTestFinished(simulator.close)
  const { url: baseUrl, username, apiKey } = simulator
  const transport = createAfricasTalkingTransport({ baseUrl, username, apiKey, ...config })
  const send = (behaviour: BehaviourName) =>
    transport.send({
      to: `254712345${behaviours[behaviour].suffix}`,
      text: '123456 is your code',
      textId: 'x',
    })
  return { simulator, send, transport }
}

test('a text is taken once, with its id and its cost', async () => {
  const { simulator, send } = await play()
  const outcome = await send('ok')
  const [text] = simulator.texts()
  expect(text).toMatchObject({ to: '+254712345900', from: null, message: '123456 is your code' })
  expect(outcome).toEqual({ outcome: 'accepted', providerId: text?.id, cost: 'KES 0.8000' })
  expect(simulator.texts()).toHaveLength(1)
})

test('a registered sender is named', async () => {
  const { simulator, send } = await play({}, { sender: 'CHUMA' })
  await send('ok')
  expect(simulator.texts()).toMatchObject([{ from: 'CHUMA' }])
})

test.each<[BehaviourName, string, string]>([
  ['invalid-sender', 'account', 'InvalidSenderId'],
  ['invalid-number', 'number', '403 InvalidPhoneNumber'],
  ['unsupported', 'number', '404 UnsupportedNumberType'],
  ['insufficient-balance', 'account', '405 InsufficientBalance'],
  ['blacklisted', 'blocked', '406 UserInBlacklist'],
  ['no-route', 'network', '407 CouldNotRoute'],
  ['do-not-disturb', 'blocked', '409 DoNotDisturbRejection'],
  ['gateway-rejects', 'network', '502 RejectedByGateway'],
])('%s is a final refusal', async (behaviour, problem, reason) => {
  const { simulator, send } = await play()
  expect(await send(behaviour)).toEqual({ outcome: 'refused', isFinal: true, problem, reason })
  expect(simulator.texts()).toEqual([])
})

test.each<[BehaviourName, number]>([
  ['risk-hold', 0],
  ['internal-error', 0],
  ['gateway-error', 0],
  ['reset', 1],
  ['error-500', 1],
  ['error-503', 0],
  ['html', 1],
  ['truncated', 1],
])('%s leaves the outcome unknown, and nothing is sent again', async (behaviour, sent) => {
  const { simulator, send } = await play()
  expect(await send(behaviour)).toMatchObject({ outcome: 'unknown' })
  expect(simulator.texts()).toHaveLength(sent)
})

test.each<[BehaviourName, number]>([
  ['hang', 1],
  ['hang-dropped', 0],
])('%s ends at the time limit with an unknown outcome', async (behaviour, sent) => {
  const { simulator, send } = await play({}, { timeoutMs: 200 })
  expect(await send(behaviour)).toEqual({ outcome: 'unknown', reason: 'TimeoutError' })
  expect(simulator.texts()).toHaveLength(sent)
})

test('a busy gateway refuses for now', async () => {
  const { send } = await play()
  expect(await send('busy')).toMatchObject({ outcome: 'refused', isFinal: false, reason: 'HTTP 429' })
})

test('a wrong key is a final refusal that does not quote the key', async () => {
  const { simulator, send } = await play({}, { apiKey: 'not-the-key' })
  expect(await send('ok')).toEqual({
    outcome: 'refused',
    isFinal: true,
    problem: 'account',
    reason: 'HTTP 401',
  })
  expect(simulator.texts()).toEqual([])
})

test('an account without money takes no further text', async () => {
  const { simulator, send } = await play({ texts: 1 })
  expect(await send('ok')).toMatchObject({ outcome: 'accepted' })
  expect(await send('ok')).toMatchObject({ outcome: 'refused', reason: '405 InsufficientBalance' })
  expect(simulator.texts()).toHaveLength(1)
})

test('a gateway that cannot be reached was never asked', async () => {
  const { simulator, send } = await play()
  await simulator.close()
  expect(await send('ok')).toEqual({
    outcome: 'refused',
    isFinal: false,
    problem: 'account',
    reason: 'ECONNREFUSED',
  })
})

test('an answer about another number proves nothing, and a reason quotes no number', async () => {
  const answer = (body: object) =>
    createAfricasTalkingTransport({
      username: 'x',
      apiKey: 'x',
      fetch: async () => new Response(JSON.stringify({ SMSMessageData: body }), { status: 201 }),
    }).send({ to: '254712345678', text: 'x', textId: 'x' })
  const other = { number: '+254700000000', statusCode: 101, status: 'Success', messageId: 'a', cost: 'KES 1' }
  expect(await answer({ Message: '', Recipients: [other] })).toMatchObject({ outcome: 'unknown' })
  expect(await answer({ Message: 'No route to +254712345678\n', Recipients: [] })).toMatchObject({
    reason: 'No route to …',
  })
  // The id and the cost are stored: only what looks like one counts.
  const odd = { ...other, number: '+254712345678', statusCode: '102', messageId: 'None', cost: '<b>' }
  expect(await answer({ Message: '', Recipients: [odd] })).toEqual({
    outcome: 'accepted',
    providerId: null,
    cost: null,
  })
})

test('the user name sandbox calls the sandbox, and every other the live service', async () => {
  const called: string[] = []
  const call: typeof fetch = async (input) => {
    called.push(String(input))
    return new Response('', { status: 503 })
  }
  for (const username of ['sandbox', 'chuma']) {
    await createAfricasTalkingTransport({ username, apiKey: 'x', fetch: call }).send({
      to: '2547',
      text: '',
      textId: 'x',
    })
  }
  expect(called).toEqual([
    'https://api.sandbox.africastalking.com/version1/messaging',
    'https://api.africastalking.com/version1/messaging',
  ])
})
