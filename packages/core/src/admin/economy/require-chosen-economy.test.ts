import { createTestDb } from '@chuma/db/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readEconomy } from '../../economy.ts'
import { createPartner, updatePartner } from '../../partners/partners.ts'
import { approveWithdrawals } from '../../payouts/approvals/approve-withdrawals.ts'
import { decideWithdrawal } from '../../payouts/approvals/decide-withdrawal.ts'
import { givenWithdrawal } from '../../payouts/testing.ts'
import { changeEconomy, chooseEconomyPreset, ensureEconomy, listEconomyPresets } from '../economy.ts'
import { owner, production, reason, wishFor } from './testing.ts'

let db: Awaited<ReturnType<typeof createTestDb>>['db']
let close: () => Promise<unknown>

beforeEach(async () => {
  ;({ db, close } = await createTestDb())
})
afterEach(() => close())

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
