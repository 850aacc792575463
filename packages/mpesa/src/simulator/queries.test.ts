import { expect, test } from 'vitest'
import { parseBalanceResult } from '../results.ts'
import type { BehaviourName } from './behaviours.ts'
import { numberFor, play } from './testing.ts'

test('a status query tells of the payment under the payment’s own ids', async () => {
  const { simulator, pay, ask } = await play()
  await pay({ originatorConversationId: 'po_D', msisdn: numberFor('no-callback') })
  const [paid] = simulator.ledger().payments
  const answer = await ask('po_D')
  expect(answer).toMatchObject({
    value: {
      query: { resultCode: '0' },
      payment: {
        transactionStatus: 'Completed',
        originatorConversationId: 'po_D',
        conversationId: paid?.conversationId,
        receipt: paid?.receipt,
        amountKes: 1450,
        msisdn: numberFor('no-callback'),
      },
    },
  })
  expect(answer).not.toHaveProperty('value.query.conversationId', paid?.conversationId)
})

test('a pending payment stays so until it is settled', async () => {
  const { simulator, pay, ask, results } = await play()
  const id = { originatorConversationId: 'po_E' }
  await pay({ ...id, msisdn: numberFor('status-pending') })
  expect(await ask('po_E')).toHaveProperty('value.payment.transactionStatus', 'Pending Authorized')
  expect(simulator.ledger().payments).toEqual([])
  expect(simulator.settle({ ...id, status: 'Completed' })).toBe(true)
  expect(simulator.settle({ ...id, status: 'Declined' })).toBe(false)
  expect(await ask('po_E')).toHaveProperty('value.payment.transactionStatus', 'Completed')
  expect(simulator.ledger().payments).toHaveLength(1)
  expect(results()).toEqual([])
})

test.each<[BehaviourName, number, string | undefined, string]>([
  ['status-declined', 0, 'Declined', '0'],
  ['status-not-found', 1, undefined, 'SFC_IC0003'],
  ['timeout-unpaid', 0, undefined, 'SFC_IC0003'],
])('a query about %s', async (behaviour, paidTimes, transactionStatus, resultCode) => {
  const { simulator, pay, ask } = await play({ connectionHoldMs: 20 })
  await pay({ originatorConversationId: 'po_F', msisdn: numberFor(behaviour) })
  const answer = await ask('po_F')
  expect(answer).toMatchObject({ ok: true, value: { query: { resultCode } } })
  expect(answer.ok && answer.value.payment.transactionStatus).toBe(transactionStatus)
  expect(simulator.ledger().payments).toHaveLength(paidTimes)
})

async function playWithBalance() {
  const world = await play()
  const { app, daraja, simulator } = world
  async function askBalance() {
    const query = {
      remarks: 'Float',
      resultUrl: `${app.url}/hooks/d/b/0f`,
      timeoutUrl: `${app.url}/hooks/d/bt/0f`,
    }
    await expect(daraja.queryBalance(query)).resolves.toMatchObject({ outcome: 'accepted' })
    await simulator.idle()
    return app.requests.filter(({ path }) => path.startsWith('/hooks/d/b'))
  }
  return { ...world, askBalance }
}

test('the balances are those of the books', async () => {
  const { pay, push, askBalance } = await playWithBalance()
  await pay()
  await push()
  const [posted] = await askBalance()
  expect(parseBalanceResult(posted?.body)).toEqual({
    ok: true,
    value: { utilityKes: 998_550, workingKes: 1_000, chargesKes: -5, completedAt: expect.any(Date) },
  })
})

test('a balance query can stay without an answer, get two, or only the notice of a timeout', async () => {
  const { simulator, askBalance } = await playWithBalance()
  simulator.nextQuery('none')
  await expect(askBalance()).resolves.toHaveLength(0)
  simulator.nextQuery('twice')
  await expect(askBalance()).resolves.toHaveLength(2)
  simulator.nextQuery('queue-timeout')
  const posted = await askBalance()
  expect(posted.map(({ path }) => path)).toEqual(['/hooks/d/b/0f', '/hooks/d/b/0f', '/hooks/d/bt/0f'])
})

test.each(['html', 'truncated', 'empty', 'wrong-types', 'code:17'])('an answer can be %s', async (answer) => {
  const { control, askBalance } = await playWithBalance()
  await expect(control('next-query', { answer })).resolves.toMatchObject({ status: 200 })
  const [posted] = await askBalance()
  expect(parseBalanceResult(posted?.body)).toMatchObject({ ok: false })
})

test('a status query can be left without an answer too', async () => {
  const { simulator, app, daraja, pay } = await playWithBalance()
  await pay({ originatorConversationId: 'po_1' })
  await simulator.idle()
  simulator.nextQuery('none')
  const urls = { resultUrl: `${app.url}/q`, timeoutUrl: `${app.url}/qt` }
  await daraja.queryTransactionStatus({ originatorConversationId: 'po_1', remarks: 'Where', ...urls })
  await simulator.idle()
  expect(app.requests.map(({ path }) => path)).toEqual(['/hooks/d/r/0f'])
})
