import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readEconomy } from '../../economy.ts'
import { listEconomyVersions } from '../economy.ts'

const { db, close } = await createTestDb()
afterAll(close)

test('a record with a field that was moved elsewhere still counts, and its removal is no change', async () => {
  const stored = { ...defaultEconomy, claimDays: 41, withholdingTax: [{ from: '2026-01-01', percent: 5 }] }
  const { withholdingTax: _, ...after } = { ...stored, claimDays: 42 }
  for (const record of [stored, after]) {
    await sql`insert into economy_version (record, changed_by, reason) values (${JSON.stringify(record)}::jsonb, 'staff:amina', 'Test')`.execute(
      db,
    )
  }
  expect((await readEconomy(db)).record).toMatchObject({ claimDays: 42 })
  const [newest] = await listEconomyVersions({ db }, { limit: 1 })
  expect(newest?.changes).toEqual([{ field: 'claimDays', before: 41, after: 42 }])
})
