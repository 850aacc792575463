import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { play } from '../testing.ts'

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
