import { createTestDb } from '@chuma/db/testing'
import { afterAll, expect, test } from 'vitest'
import { changeEconomy, ensureEconomy } from '../../admin/economy.ts'
import { createEconomyReader, readEconomy } from '../../economy.ts'
import { createChanges } from '../../live/watch.ts'
import { decideWithdrawal } from '../approvals/decide-withdrawal.ts'
import { sweepPayouts } from '../attempts/sweep-payouts.ts'
import { createPayoutDeps, createScriptedProvider, finance, givenWithdrawal, runJobs } from '../testing.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('raising a limit sends payouts today that were waiting for tomorrow', async () => {
  await ensureEconomy(db)
  const changes = createChanges()
  const economyOf = createEconomyReader(db, { changes, maxAgeMs: 3_600_000 })
  const { provider, sends } = createScriptedProvider()
  const deps = createPayoutDeps(db, provider, { changes, economy: economyOf })
  const limit = async (dailyPayoutLimitKes: number) => {
    const { version } = await readEconomy(db)
    await changeEconomy(deps, finance, { version, changes: { dailyPayoutLimitKes }, reason: 'Agreed' })
  }
  await limit(3000)
  for (const { id } of [await givenWithdrawal(db), await givenWithdrawal(db)]) {
    await decideWithdrawal(deps, finance, { id, status: 'approved', adminNotes: '' })
  }
  await runJobs(deps)
  expect(sends).toHaveLength(1)
  await limit(6000)
  await sweepPayouts(deps)
  await runJobs(deps)
  expect(sends).toHaveLength(2)
})
