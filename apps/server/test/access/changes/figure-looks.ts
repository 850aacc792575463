import { givenSurvey } from '@chuma/core/surveys/testing'
import type { Db } from '@chuma/db/client'

const period = { from: '2026-01-05', to: '2026-01-11' }

/** Charts need a range of days. */
export const figureLooks = (db: Db): Record<string, () => Promise<object>> => ({
  'admin.listDailyFigures': async () => period,
  'admin.listPageViews': async () => period,
  'admin.getProfitAndLoss': async () => period,
  'admin.exportJournal': async () => period,
  'admin.getOfferFunnel': async () => ({ ...period, id: await givenSurvey(db) }),
})
