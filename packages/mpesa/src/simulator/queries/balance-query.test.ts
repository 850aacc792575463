import { expect, test } from 'vitest'
import { parseBalanceResult } from '../../results/parse-balance-result.ts'
import { play } from '../testing.ts'

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
