import { changeEconomyInput } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import { problem } from '@chuma/contract/problems'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createEconomyReader, readEconomy } from '../../economy.ts'
import { createChanges } from '../../live/watch.ts'
import { createTestDeps, openTestDb, refusals } from '../../testing.ts'
import { changeEconomy, ensureEconomy, listEconomyVersions } from '../economy.ts'
import { listAudit, startBehind } from '../testing.ts'

const { db } = await openTestDb()
const changes = createChanges()
const deps = createTestDeps(db, {
  changes,
  economy: createEconomyReader(db, { changes, maxAgeMs: 3_600_000 }),
})
const owner = { name: 'staff:wanjiru', address: '41.90.0.7' }
const reason = 'Agreed with the partner'

beforeEach(() => ensureEconomy(db))
const readVersion = async () => (await readEconomy(db)).version
const change = async (changed: object, why = reason) =>
  changeEconomy(deps, owner, { version: await readVersion(), changes: changed, reason: why })

test('a change is a new version with its author and reason, and the old one stays', async () => {
  const { version, record } = await readEconomy(db)
  await change({ dailyLoginPoints: 30 })
  expect(await readEconomy(db)).toEqual({
    version: expect.any(Number),
    record: { ...record, dailyLoginPoints: 30 },
  })
  const rows = await db
    .selectFrom('economyVersion')
    .select(['version', 'follows', 'changedBy', 'reason'])
    .where('version', '>=', version)
    .orderBy('version')
    .execute()
  expect(rows).toMatchObject([{ version }, { follows: version, changedBy: owner.name, reason }])
  expect((await listAudit(db, 'economy')).at(-1)).toEqual({
    actor: owner.name,
    action: 'economy.changed',
    before: { dailyLoginPoints: 25 },
    after: { dailyLoginPoints: 30 },
    reason,
    address: owner.address,
  })
})

test('the next call in this process reads the new numbers, regardless of the cache’s age limit', async () => {
  expect((await deps.economy()).referralBonusPoints).toBe(0)
  await change({ referralBonusPoints: 7 })
  expect((await deps.economy()).referralBonusPoints).toBe(7)
})

test('a change to an outdated version is refused as a whole', async () => {
  const version = await readVersion()
  await change({ claimDays: 31 })
  await expect(
    changeEconomy(deps, owner, { version, changes: { claimDays: 45 }, reason }),
  ).rejects.toMatchObject({ code: 'ECONOMY_STATE' })
  expect((await readEconomy(db)).record.claimDays).toBe(31)
})

test('of ten concurrent changes exactly one wins', async () => {
  const version = await readVersion()
  const entries = (await listAudit(db, 'economy')).length
  const race = await startBehind(
    db,
    (holder) => sql`lock table audit_entry in exclusive mode`.execute(holder),
    () =>
      Array.from({ length: 10 }, (_, i) =>
        changeEconomy(deps, owner, { version, changes: { claimDays: 50 + i }, reason: `Wish ${i}` }),
      ),
  )
  expect(refusals(race)).toEqual(Array(9).fill('ECONOMY_STATE'))
  expect((await listAudit(db, 'economy')).length).toBe(entries + 1)
  const { rows } = await sql`select from economy_version where version > ${version}`.execute(db)
  expect(rows).toHaveLength(1)
})

test('the whole record is validated, and an error names the field', async () => {
  await expect(change({ mpesaMaxKes: 9 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    fields: { 'changes.mpesaMaxKes': [problem('BELOW_FIELD', { field: 'mpesaMinKes' })] },
  })
  await expect(change({ spinTable: [{ points: 1, weight: 1 }] })).rejects.toMatchObject({
    fields: { 'changes.spinTable': [problem('TOO_FEW', { min: 2 })] },
  })
  await expect(change({ kesPerPoint: 0.5 })).rejects.toMatchObject({
    fields: { 'changes.kesPerPoint': [problem('WRONG_TYPE', { expected: 'int' })] },
  })
})

test('a change that changes nothing is refused', async () => {
  const { kesPerPoint, spinTable } = (await readEconomy(db)).record
  for (const nothing of [{}, { kesPerPoint }, { spinTable }]) {
    await expect(change(nothing)).rejects.toMatchObject({
      fields: { changes: [problem('NOTHING_CHANGED')] },
    })
  }
})

test('a change needs a reason and refuses unknown fields', () => {
  const parse = (input: object) =>
    changeEconomyInput.safeParse({ version: 1, changes: { claimDays: 3 }, reason, ...input })
  expect(parse({}).success).toBe(true)
  for (const wrong of [
    { reason: ' ' },
    { version: -1 },
    { changes: { nothing: 1 } },
    { changes: { claimDays: 0 } },
  ])
    expect(parse(wrong).success).toBe(false)
})

test('a new field that the stored record lacks starts at its default', async () => {
  const { record } = await readEconomy(db)
  const { claimDays: _, ...old } = record
  await sql`insert into economy_version (record, changed_by, reason)
    values (${JSON.stringify(old)}, 'system', 'x')`.execute(db)
  expect((await readEconomy(db)).record.claimDays).toBe(defaultEconomy.claimDays)
})

test('a record with a field that was moved elsewhere still counts, and its removal is no change', async () => {
  const stored = { ...defaultEconomy, claimDays: 41, withholdingTax: [{ from: '2026-01-01', percent: 5 }] }
  const { withholdingTax: _, ...after } = { ...stored, claimDays: 42 }
  for (const record of [stored, after]) {
    await sql`insert into economy_version (record, changed_by, reason)
      values (${JSON.stringify(record)}::jsonb, 'staff:amina', 'Test')`.execute(db)
  }
  expect((await readEconomy(db)).record).toMatchObject({ claimDays: 42 })
  const [newest] = await listEconomyVersions({ db }, { limit: 1 })
  expect(newest?.changes).toEqual([{ field: 'claimDays', before: 41, after: 42 }])
})

test('of processes that start together on a new database, one writes the first version', async () => {
  const empty = await createTestDb()
  await startBehind(
    empty.db,
    (holder) => sql`lock table economy_version in exclusive mode`.execute(holder),
    () => Array.from({ length: 5 }, () => ensureEconomy(empty.db)),
  )
  const { rows } = await sql`select from economy_version`.execute(empty.db)
  await empty.close()
  expect(rows).toHaveLength(1)
})
