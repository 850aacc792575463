import { findChosenEconomy } from '@chuma/db/queries/admin/economy'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * Require that an owner has chosen the numbers this installation lives on, outside demo mode.
 * @throws AppError ECONOMY_UNCHOSEN
 */
export async function requireChosenEconomy({
  db,
  isEconomyChoiceRequired,
}: Pick<Deps, 'db' | 'isEconomyChoiceRequired'>): Promise<void> {
  if (isEconomyChoiceRequired && !(await findChosenEconomy(db))) throw new AppError('ECONOMY_UNCHOSEN')
}
