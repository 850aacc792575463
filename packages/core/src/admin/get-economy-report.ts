import type { EconomyReport } from '@chuma/contract/economy-report'
import { explainEconomy } from '@chuma/contract/explain-economy'
import { warnAboutEconomy } from '@chuma/contract/warn-about-economy'
import { getDailyTasks, getPointsTotal } from '@chuma/db/queries/economy'
import { readEconomy } from '../create-economy-reader.ts'
import type { Deps } from '../deps.ts'

/** Read from the database and not from the copy that is kept: who edits it has to start from the newest. */
export async function getEconomyReport({ db }: Pick<Deps, 'db'>): Promise<EconomyReport> {
  const [{ version, record }, tasks, owedPoints] = await Promise.all([
    readEconomy(db),
    getDailyTasks(db),
    getPointsTotal(db),
  ])
  const meaning = explainEconomy(record, tasks)
  return {
    version,
    record,
    tasks,
    meaning,
    warnings: warnAboutEconomy(record, meaning),
    owedPoints,
    owedKes: owedPoints * record.kesPerPoint,
  }
}
