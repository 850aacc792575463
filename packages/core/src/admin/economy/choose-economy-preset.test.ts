import { chooseEconomyPresetInput } from '@chuma/contract/admin/economy/economy-presets'
import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import { createTestDb } from '@chuma/db/testing'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEconomy } from '../../economy.ts'
import { createPartner, updatePartner } from '../../partners/partners.ts'
import { approveWithdrawals } from '../../payouts/approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { givenWithdrawal } from '../../payouts/testing.ts'
import { givenTask } from '../../tasks/testing.ts'
import { codeOf, createTestDeps, givenMember } from '../../testing.ts'
import {
  changeEconomy,
  chooseEconomyPreset,
  ensureEconomy,
  listEconomyPresets,
  listEconomyVersions,
} from '../economy.ts'
import { listAudit, startBehind } from '../testing.ts'
import { owner, production, reason, wishFor } from './testing.ts'

let db: Awaited<ReturnType<typeof createTestDb>>['db']
let close: () => Promise<unknown>

beforeEach(async () => {
  ;({ db, close } = await createTestDb())
})
afterEach(() => close())

const demo = () => createTestDeps(db)
const countVersions = async () => (await sql`select from economy_version`.execute(db)).rows.length

test('an installation for real starts with the sustainable numbers, unchosen; the demo with the specified ones, chosen', async () => {
  await ensureEconomy(db, { isChosen: false })
  const { options, ...started } = await listEconomyPresets(production(db))
  expect(started).toMatchObject({
    version: 1,
    isChoiceRequired: true,
    chosen: null,
    record: { kesPerPoint: 1, dailyLoginPoints: 5 },
  })
  expect(options.map(({ choice, isCurrent }) => [choice, isCurrent])).toEqual([
    ['specified', false],
    ['sustainable', true],
    ['own', true],
  ])

  const other = await createTestDb()
  await ensureEconomy(other.db)
  expect(await listEconomyPresets(createTestDeps(other.db))).toMatchObject({
    record: { kesPerPoint: 1000, dailyLoginPoints: 25 },
    chosen: { choice: 'specified', changedBy: 'system' },
  })
  await other.close()
})

test('a choice is a new version with preset, assumptions, author and reason', async () => {
  await ensureEconomy(db, { isChosen: false })
  const assumptions = { ...defaultAssumptions, payoutSharePercent: 50, kesPerUsd: 130 }
  const chosen = await chooseEconomyPreset(
    production(db),
    owner,
    await wishFor(db, 'sustainable', { assumptions }),
  )
  expect(chosen).toMatchObject({
    version: 2,
    assumptions,
    record: { kesPerUsd: 130, pointsPerUsd: 65 },
    chosen: { choice: 'sustainable', version: 2, changedBy: owner.name },
  })
  const [newest, first] = await listEconomyVersions(demo(), { limit: 5 })
  expect(newest).toMatchObject({ preset: 'sustainable', changedBy: owner.name, reason })
  expect(newest?.changes).toContainEqual({ field: 'pointsPerUsd', before: 77.4, after: 65 })
  expect(first).toMatchObject({ preset: null })
  expect((await listAudit(db, 'economy')).at(-1)).toMatchObject({
    actor: owner.name,
    action: 'economy.preset-chosen',
    after: { preset: 'sustainable', pointsPerUsd: 65 },
    reason,
    address: owner.address,
  })
})

test('outside demo mode the specified preset needs a confirmation that names its cost', async () => {
  await ensureEconomy(db, { isChosen: false })
  const wish = await wishFor(db, 'specified')
  const { options } = await listEconomyPresets(production(db))
  const { costKes, incomeKes } = options[0]?.projection.member.average ?? { costKes: 0, incomeKes: 0 }
  expect(costKes).toBeGreaterThan(100_000)
  await expect(chooseEconomyPreset(production(db), owner, wish)).rejects.toMatchObject({
    failure: {
      code: 'ECONOMY_UNCONFIRMED',
      params: {
        costKes: Math.round(costKes),
        bringsKes: Math.round(incomeKes),
        owedKes: 0,
        owedAfterKes: 0,
      },
    },
  })
  expect(await countVersions()).toBe(1)
  expect(await chooseEconomyPreset(production(db), owner, { ...wish, isConfirmed: true })).toMatchObject({
    record: { kesPerPoint: 1000, dailyLoginPoints: 25 },
    chosen: { choice: 'specified' },
  })
})

test('the demo changes to the specified preset without a confirmation', async () => {
  await ensureEconomy(db, { isChosen: false })
  expect(await chooseEconomyPreset(demo(), owner, await wishFor(db, 'specified'))).toMatchObject({
    chosen: { choice: 'specified' },
  })
})

test('a choice that changes the value of points that members hold needs a confirmation, in the demo too', async () => {
  await ensureEconomy(db)
  await givenMember(db, { points: 7 })
  const wish = await wishFor(db, 'sustainable')
  await expect(chooseEconomyPreset(demo(), owner, wish)).rejects.toMatchObject({
    failure: { code: 'ECONOMY_UNCONFIRMED', params: { owedKes: 7000, owedAfterKes: 7 } },
  })
  expect(await chooseEconomyPreset(demo(), owner, { ...wish, isConfirmed: true })).toMatchObject({
    owedPoints: 7,
    record: { kesPerPoint: 1 },
  })
})

test('a repeat of the newest choice writes nothing and succeeds', async () => {
  await ensureEconomy(db, { isChosen: false })
  const wish = await wishFor(db, 'sustainable')
  const first = await chooseEconomyPreset(production(db), owner, wish)
  expect(await chooseEconomyPreset(production(db), owner, wish)).toEqual(first)
  expect(await chooseEconomyPreset(production(db), owner, { ...wish, version: first.version })).toEqual(first)
  expect(await countVersions()).toBe(2)
})

test('other assumptions for the same version are refused as outdated, and are a new choice for the newest one', async () => {
  await ensureEconomy(db, { isChosen: false })
  const wish = await wishFor(db, 'sustainable')
  await chooseEconomyPreset(production(db), owner, wish)
  const other = { ...wish, assumptions: { ...defaultAssumptions, payoutSharePercent: 40 } }
  expect(await codeOf(chooseEconomyPreset(production(db), owner, other))).toBe('ECONOMY_STATE')
  const { version } = await readEconomy(db)
  expect(await chooseEconomyPreset(production(db), owner, { ...other, version })).toMatchObject({
    record: { pointsPerUsd: 51.6 },
  })
})

test('of concurrent choices that differ one wins, and equal ones all succeed with one version', async () => {
  await ensureEconomy(db, { isChosen: false })
  const deps = production(db)
  const sustainable = await wishFor(db, 'sustainable')
  const specified = await wishFor(db, 'specified', { isConfirmed: true })
  const lockAudit = (holder: Parameters<Parameters<typeof startBehind>[1]>[0]) =>
    sql`lock table audit_entry in exclusive mode`.execute(holder)
  const race = await startBehind(db, lockAudit, () =>
    [sustainable, specified, sustainable, specified].map((wish) => chooseEconomyPreset(deps, owner, wish)),
  )
  expect(await countVersions()).toBe(2)
  const [newest] = await listEconomyVersions(deps, { limit: 1 })
  const outcomes = race.map((call) => (call.status === 'fulfilled' ? 'done' : call.reason.code))
  expect(outcomes).toEqual(
    [sustainable, specified, sustainable, specified].map(({ choice }) =>
      choice === newest?.preset ? 'done' : 'ECONOMY_STATE',
    ),
  )
})

test('tasks in the catalogue scale with their kind, and kinds whose range stays keep their points', async () => {
  await ensureEconomy(db)
  const ids = {
    video: await givenTask(db, 'video', { points: 35 }),
    ad: await givenTask(db, 'ad', { points: 25 }),
    social: await givenTask(db, 'social', { points: 33 }),
    job: await givenTask(db, 'micro-job', { points: 1 }),
    link: await givenTask(db, 'affiliate', { points: 0 }),
  }
  const read = async () => {
    const rows = await db.selectFrom('task').select(['taskId', 'points', 'version']).execute()
    const of = new Map(rows.map(({ taskId, points, version }) => [taskId, [points, version]]))
    return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, of.get(id)]))
  }
  await chooseEconomyPreset(demo(), owner, await wishFor(db, 'sustainable'))
  // 33 ÷ 5 is rounded, and one point is the least. An open form of a changed task is outdated.
  expect(await read()).toEqual({ video: [7, 2], ad: [5, 2], social: [7, 2], job: [1, 1], link: [0, 1] })
  await chooseEconomyPreset(demo(), owner, await wishFor(db, 'own'))
  expect(await read()).toEqual({ video: [7, 2], ad: [5, 2], social: [7, 2], job: [1, 1], link: [0, 1] })
  await chooseEconomyPreset(demo(), owner, await wishFor(db, 'specified'))
  expect(await read()).toMatchObject({ video: [35, 3], ad: [25, 3], social: [35, 3] })
})

test('given assumptions replace the stored ones, and change nothing', async () => {
  await ensureEconomy(db, { isChosen: false })
  const deps = production(db)
  const assumptions = { ...defaultAssumptions, payoutSharePercent: 50 }
  await chooseEconomyPreset(deps, owner, await wishFor(db, 'sustainable', { assumptions }))
  expect(await listEconomyPresets(deps, { premiumSharePercent: 20 })).toMatchObject({
    assumptions: { payoutSharePercent: 50, premiumSharePercent: 20 },
  })
  expect(await listEconomyPresets(deps)).toMatchObject({ assumptions })
})

test('the database stores a preset only together with its assumptions', async () => {
  const insert = (preset: string | null, assumptions: string | null) =>
    sql`insert into economy_version (record, changed_by, reason, preset, assumptions)
      values ('{}', 'system', 'x', ${preset}, ${assumptions})`.execute(db)
  await expect(insert('sustainable', null)).rejects.toThrow(/economy_version_assumptions_check/)
  await expect(insert(null, '{}')).rejects.toThrow(/economy_version_assumptions_check/)
  await expect(insert('generous', '{}')).rejects.toThrow(/economy_version_preset_check/)
})

test('a choice needs every assumption within its bounds, and a reason', async () => {
  const wish = { ...(await wishFor(db, 'own')) }
  expect(chooseEconomyPresetInput.safeParse(wish).success).toBe(true)
  const { payoutSharePercent: _, ...incomplete } = defaultAssumptions
  for (const wrong of [
    { assumptions: incomplete },
    { assumptions: { ...defaultAssumptions, breakagePercent: 101 } },
    { assumptions: { ...defaultAssumptions, other: 1 } },
    { choice: 'generous' },
    { reason: ' ' },
  ])
    expect(chooseEconomyPresetInput.safeParse({ ...wish, ...wrong }).success).toBe(false)
})

test('before a choice no withdrawal is approved, one by one or in bulk; rejecting and signing up work', async () => {
  await ensureEconomy(db, { isChosen: false })
  const deps = production(db)
  const { id } = await givenWithdrawal(db)
  const { id: unwanted } = await givenWithdrawal(db)
  const approve = () => decideWithdrawal(deps, owner, { id, status: 'approved', adminNotes: '' })
  await expect(approve()).rejects.toMatchObject({ code: 'ECONOMY_UNCHOSEN' })
  await expect(
    approveWithdrawals(deps, owner, { ids: [id], after: undefined, limit: 10 }),
  ).rejects.toMatchObject({ code: 'ECONOMY_UNCHOSEN' })
  expect(
    await decideWithdrawal(deps, owner, { id: unwanted, status: 'rejected', adminNotes: 'Not yet' }),
  ).toMatchObject({ status: 'rejected' })
  // Editing single numbers is no choice.
  const { version } = await readEconomy(db)
  await changeEconomy(deps, owner, { version, changes: { claimDays: 31 }, reason })
  await expect(approve()).rejects.toMatchObject({ code: 'ECONOMY_UNCHOSEN' })

  await chooseEconomyPreset(deps, owner, await wishFor(db, 'own', { isConfirmed: true }))
  expect(await approve()).toMatchObject({ status: 'approved' })
})

test('before a choice no partner is active, and a later edit of numbers keeps the choice', async () => {
  await ensureEconomy(db, { isChosen: false })
  const deps = production(db)
  const settings = { name: 'Panel', preset: 'generic' as const, secret: 'a-long-secret', scheme: {} }
  const once = { idempotencyKey: undefined }
  await expect(createPartner(deps, owner, { ...settings, ...once, isActive: true })).rejects.toMatchObject({
    code: 'ECONOMY_UNCHOSEN',
  })
  const { id, version } = await createPartner(deps, owner, { ...settings, ...once, isActive: false })
  const activate = () =>
    updatePartner(deps, owner, { id, version, name: 'Panel', scheme: {}, isActive: true })
  await expect(activate()).rejects.toMatchObject({ code: 'ECONOMY_UNCHOSEN' })

  await chooseEconomyPreset(deps, owner, await wishFor(db, 'sustainable', { isConfirmed: true }))
  const current = await readEconomy(db)
  await changeEconomy(deps, owner, { version: current.version, changes: { claimDays: 31 }, reason })
  expect(await listEconomyPresets(deps)).toMatchObject({ chosen: { choice: 'sustainable', version: 2 } })
  expect(await activate()).toMatchObject({ isActive: true })
})
