import { defaultAssumptions } from '@chuma/contract/admin/economy/project-economy'
import type { Db } from '@chuma/db/client'
import { readEconomy } from '../../economy.ts'
import { createTestDeps } from '../../testing.ts'

export const owner = { name: 'staff:wanjiru', address: '41.90.0.7' }
export const reason = 'Agreed at set-up'

/** An installation for real, which asks for a choice of its economy. */
export const production = (db: Db) => createTestDeps(db, { isEconomyChoiceRequired: true })

/** A choice of the newest version's reader. */
export async function wishFor(db: Db, choice: 'specified' | 'sustainable' | 'own', more: object = {}) {
  const { version } = await readEconomy(db)
  return { version, choice, assumptions: defaultAssumptions, isConfirmed: false, reason, ...more }
}
