import { expect, test } from 'vitest'
import type { BehaviourName } from '../behaviours/behaviours.ts'
import { numberFor, play } from '../testing.ts'

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
