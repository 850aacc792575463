import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { findChosenEconomy, findNewestEconomy } from '@chuma/db/queries/admin/economy'
import { AppError } from './app-error.ts'
import type { Deps } from './deps.ts'
import type { Changes } from './live/watch.ts'

type Options = { changes?: Changes; maxAgeMs?: number }

/**
 * Read the economy record and cache it until `changes` announces a new one, or for `maxAgeMs` if no announcement arrives.
 * Refuses a record that no longer fits the schema.
 */
export function createEconomyReader(db: Db, { changes, maxAgeMs = 5000 }: Options = {}) {
  let kept: { readAt: number; value: Promise<Economy> } | null = null
  const forget = () => {
    kept = null
  }
  changes?.follow({ topics: ['economy'], ownerId: 'economy', hear: forget, giveWay: () => {} })
  return (): Promise<Economy> => {
    if (kept && performance.now() - kept.readAt < maxAgeMs) return kept.value
    const current = { readAt: performance.now(), value: readEconomy(db).then(({ record }) => record) }
    kept = current
    current.value.catch(() => {
      if (kept === current) kept = null
    })
    return current.value
  }
}

/** Read the stored record. Version 0: nothing is stored, and the defaults apply. */
export async function readEconomy(db: Db): Promise<{ version: number; record: Economy }> {
  const newest = await findNewestEconomy(db)
  // A new field that an older record lacks starts at its default; a field that exists no more is ignored.
  const stored = Object.entries(newest?.record ?? {}).filter(([field]) => field in defaultEconomy)
  return {
    version: newest?.version ?? 0,
    record: economy.parse({ ...defaultEconomy, ...Object.fromEntries(stored) }),
  }
}

type Choosing = Pick<Deps, 'db' | 'isEconomyChoiceRequired'>

/**
 * Require that an owner has chosen the numbers this installation lives on, outside demo mode.
 * @throws AppError ECONOMY_UNCHOSEN
 */
export async function requireChosenEconomy(deps: Choosing): Promise<void> {
  if (!(await isEconomyChosen(deps))) throw new AppError('ECONOMY_UNCHOSEN')
}

/** Whether an owner has, or need not: in demo mode. */
export async function isEconomyChosen({ db, isEconomyChoiceRequired }: Choosing): Promise<boolean> {
  return !isEconomyChoiceRequired || (await findChosenEconomy(db)) !== undefined
}

/** Whether inviting a friend can pay a bonus. */
export function isReferralOpen({
  referralBonusPoints,
  referralMaxFriends,
}: Pick<Economy, 'referralBonusPoints' | 'referralMaxFriends'>): boolean {
  return referralBonusPoints > 0 && referralMaxFriends > 0
}
