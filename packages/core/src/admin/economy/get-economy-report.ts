import type { EconomyReport } from '@chuma/contract/admin/economy/economy-report'
import { explainEconomy } from '@chuma/contract/admin/economy/explain-economy'
import { warnAboutEconomy } from '@chuma/contract/admin/economy/warn-about-economy'
import { getDailyTasks, getHeld, getPointsTotal } from '@chuma/db/queries/admin/economy'
import type { Deps } from '../../deps.ts'
import { readEconomy } from './create-economy-reader.ts'

/** Get the record and its consequences. Reads the database, not the cache: an edit has to start from the newest version. */
export async function getEconomyReport({ db }: Pick<Deps, 'db'>): Promise<EconomyReport> {
  const [{ version, record }, tasks, owedPoints, { heldPoints, heldKes }] = await Promise.all([
    readEconomy(db),
    getDailyTasks(db),
    getPointsTotal(db),
    getHeld(db),
  ])
  const meaning = explainEconomy(record, tasks)
  return {
    version,
    record,
    tasks,
    meaning,
    warnings: warnAboutEconomy(record, meaning),
    owedPoints,
    owedKes: (owedPoints - heldPoints) * record.kesPerPoint + heldKes,
  }
}
