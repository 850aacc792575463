import { type Economy, economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy } from '@chuma/contract/admin/economy/economy-defaults'
import type { Db } from '@chuma/db/client'
import { findChosenEconomy, findNewestEconomy, getPointsTotal } from '@chuma/db/queries/admin/economy'
import { AppError } from './app-error.ts'
import type { Deps } from './deps.ts'
import { type CacheOptions, createCached } from './live/cached.ts'

/** Read the economy record, and cache it. Refuses a record that no longer fits the schema. */
export function createEconomyReader(db: Db, options?: CacheOptions): Deps['economy'] {
  return createCached(async () => (await readEconomy(db)).record, 'economy', options)
}

/** Add up the points that members hold: of a million wallets that takes a tenth of a second, so it is cached. */
export function createOwedReader(db: Db, { maxAgeMs = 60_000 }: CacheOptions = {}): Deps['owedPoints'] {
  return createCached(() => getPointsTotal(db), undefined, { maxAgeMs })
}

/** Read the stored record. Version 0: nothing is stored, and the defaults apply. */
export async function readEconomy(db: Db): Promise<{ version: number; record: Economy }> {
  return parseEconomy(await findNewestEconomy(db))
}

/** Parse a record as stored. */
export function parseEconomy(newest: { version: number | null; record: Economy | null } | undefined) {
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
