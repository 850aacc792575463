import { getSettledMoment } from '@chuma/db/queries/admin/kept-days'
import { rollUpFigures } from '@chuma/db/queries/admin/roll-up-figures'
import type { Deps } from '../../deps.ts'

/** A first run may have years to count. */
const DAYS_AT_ONCE = 7

/**
 * Job: count every finished day once, permanently. A day is finished when no open transaction can write a row of it.
 * Safe to repeat and to run concurrently.
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
