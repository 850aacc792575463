import { getSettledMoment } from '@chuma/db/queries/admin/kept-days'
import { rollUpFigures } from '@chuma/db/queries/admin/roll-up-figures'
import type { Deps } from '../../deps.ts'

/** A first run may have years to catch up with. */
const DAYS_AT_ONCE = 7

/**
 * Job: counts every finished day that is not counted yet, once and for good. A day is finished when nobody can write a row
 * of it any more. May be run twice, and by two processes at once.
 */
export async function keepFigures({ db }: Pick<Deps, 'db'>): Promise<void> {
  let counted = DAYS_AT_ONCE
  while (counted === DAYS_AT_ONCE) {
    counted = await db.transaction().execute(async (trx) => {
      const before = await getSettledMoment(trx)
      return rollUpFigures(trx, { before, mostDays: DAYS_AT_ONCE })
    })
  }
}
