import { findChosenEconomy } from '@chuma/db/queries/admin/economy'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

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
