import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { numberFor, play } from './testing.ts'

function stateFile() {
  const folder = mkdtempSync(join(tmpdir(), 'mpesa-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'state.jsonl')
}

test('a restarted simulator remembers whom it paid', async () => {
  const file = stateFile()
  const first = await play({ stateFile: file, utilityKes: 5_000 })
  await first.pay({ originatorConversationId: 'po_G' })
  const before = first.simulator.ledger()
  await first.simulator.close()
  const second = await play({ stateFile: file, utilityKes: 99 })
  expect(second.simulator.ledger()).toEqual(before)
  await expect(second.pay({ originatorConversationId: 'po_G' })).resolves.toMatchObject({
    code: '500.002.1001',
  })
  expect(await second.ask('po_G')).toHaveProperty('value.payment.transactionStatus', 'Completed')
})

test('a state file that was cut off in the middle of a line is read up to there', async () => {
  const file = stateFile()
  writeFileSync(file, '{"addedKes":5000}\n{"order":{"origin')
  const { simulator, pay } = await play({ stateFile: file })
  await pay()
  expect(simulator.ledger()).toMatchObject({ utilityKes: 3_550, payments: [{ amountKes: 1450 }] })
  const again = await play({ stateFile: file })
  expect(again.simulator.ledger()).toEqual(simulator.ledger())
  expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true)
})

test('every shilling is in the books: utility, charges, working and the wallets', async () => {
  const { pay, push, control } = await play({ utilityKes: 500_000 })
  await pay({ amountKes: 100 })
  await pay({ amountKes: 101 })
  await pay({ amountKes: 1_501 })
  await pay({ amountKes: 5_001, msisdn: '254711000001' })
  await pay({ amountKes: 20_001 })
  await pay({ msisdn: numberFor('receiver-unregistered') })
  await push({ amountKes: 300 })
  await control('float', { kes: 1_000 })
  const { body } = await control('books')
  expect(body).toEqual({
    utilityKes: 500_000 + 1_000 - 26_704,
    workingKes: 300,
    chargesKes: -(0 + 5 + 9 + 11 + 13),
    wallets: { '254712345678': 50_000 + 21_703 - 300, '254711000001': 55_001 },
  })
})

test('the statement has every movement, with a balance after each, and ends at the books', async () => {
  const { simulator, pay, push, control } = await play({ utilityKes: 10_000 })
  await pay({ originatorConversationId: 'po_1' })
  await pay({ msisdn: numberFor('receiver-unregistered') })
  await push()
  const [payment] = simulator.ledger().payments
  const [pushed] = simulator.stkOrders()
  const { body } = await control('statement')
  expect(body).toEqual({
    rows: [
      {
        receipt: expect.stringMatching(/^S[0-9A-Z]{9}$/),
        completedAt: expect.any(String),
        account: 'utility',
        kind: 'float',
        amountKes: 10_000,
        balanceKes: 10_000,
      },
      {
        receipt: payment?.receipt,
        completedAt: payment?.completedAt,
        account: 'utility',
        kind: 'payout',
        amountKes: -1_450,
        balanceKes: 8_550,
        msisdn: '254712345678',
        reference: 'po_1',
      },
      expect.objectContaining({
        receipt: payment?.receipt,
        account: 'charges',
        kind: 'charge',
        amountKes: -5,
        balanceKes: -5,
      }),
      {
        receipt: pushed?.receipt,
        completedAt: pushed?.completedAt,
        account: 'working',
        kind: 'payment',
        amountKes: 1_000,
        balanceKes: 1_000,
        msisdn: '254712345678',
        reference: 'PREM48213',
      },
    ],
  })
})

test('the payouts alone come as a file, in the time of Nairobi', async () => {
  const { simulator, pay, push } = await play()
  await pay()
  await push()
  const [payment] = simulator.ledger().payments
  const response = await fetch(`${simulator.url}/_sim/statement.csv`)
  const [header, row, ...rest] = (await response.text()).split('\n')
  expect(header).toBe('receipt,amount,number,completed at')
  const [receipt, amount, number, at = ''] = row?.split(',') ?? []
  expect([receipt, amount, number]).toEqual([payment?.receipt, '1450', '254712345678'])
  expect(new Date(`${at.replace(' ', 'T')}+03:00`)).toEqual(new Date(`${payment?.completedAt.slice(0, 19)}Z`))
  expect(rest).toEqual([''])
})

test('a restarted simulator has the same books and statement', async () => {
  const file = stateFile()
  const first = await play({ stateFile: file })
  await first.pay()
  await first.pay({ originatorConversationId: 'po_P', msisdn: numberFor('status-pending') })
  await first.push()
  await first.control('wallet', { msisdn: '254712345678', kes: 7 })
  first.simulator.settle({ originatorConversationId: 'po_P', status: 'Completed' })
  const [order] = first.simulator.stkOrders()
  await first.simulator.idle()
  await first.simulator.close()
  const second = await play({ stateFile: file })
  expect(second.simulator.books()).toEqual(first.simulator.books())
  expect(second.simulator.statement()).toEqual(first.simulator.statement())
  const checkoutRequestId = order?.checkoutRequestId ?? ''
  await expect(second.daraja.queryStk({ checkoutRequestId })).resolves.toEqual({ outcome: 'paid' })
  expect(second.simulator.deliver({ originatorConversationId: 'po_P', kind: 'result' })).toBe(true)
  await second.simulator.idle()
  expect(second.simulator.deliveries()).toMatchObject([{ status: 200 }])
})

test('the state of an older simulator is still read', async () => {
  const file = stateFile()
  const old = {
    originatorConversationId: 'po_old',
    conversationId: 'AG_1',
    receipt: 'SAAAAAAAAA',
    msisdn: '254712345678',
    amountKes: 400,
    status: 'Completed',
    resultCode: 0,
    resultDesc: 'Fine',
    hiddenFromQueries: false,
    acceptedAt: '2026-11-20T10:00:00.000Z',
    completedAt: '2026-11-20T10:00:00.000Z',
  }
  writeFileSync(file, `{"addedKes":5000}\n${JSON.stringify({ order: old })}\n`)
  const { simulator, pay } = await play({ stateFile: file })
  expect(simulator.books()).toMatchObject({ utilityKes: 4_600, chargesKes: 0 })
  await pay()
  expect(simulator.statement().map(({ kind, balanceKes }) => [kind, balanceKes])).toEqual([
    ['float', 5_000],
    ['payout', 4_600],
    ['payout', 3_150],
    ['charge', -5],
  ])
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(4)
})
