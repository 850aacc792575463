import type { Db } from '@chuma/db/client'
import type { Due } from '@chuma/db/queries/admin/alarms'
import { type FloatAhead, listFloatsAhead } from '@chuma/db/queries/payouts/floats-ahead'
import type { Payouts } from '../../payouts/attempts/payouts.ts'
import { forecastFloat } from '../../payouts/automatic/forecast-float.ts'
import { listOpenRails } from '../../payouts/rails/find-rail.ts'

/**
 * Find the providers whose float does not last until banks open on the next working day: nobody could top it up before it is gone. A
 * balance that was not heard of for a day says nothing.
 */
export async function findShortFloats(db: Db, payouts: Pick<Payouts, 'rails'>): Promise<Due[]> {
  const short = (await listFloatsAhead(db, listOpenRails(payouts))).filter(isShort)
  if (short.length === 0) return []
  const floats = short.map((float) => ({
    provider: float.provider,
    kes: Math.floor(float.floatKes),
    hours: forecastFloat(float) ?? 0,
  }))
  const [{ hoursUntilOpening = 0 } = {}] = short
  return [{ cause: 'float-short', figures: { floats, hours: Math.ceil(hoursUntilOpening) } }]
}

function isShort(float: FloatAhead): boolean {
  const hoursLeft = forecastFloat(float)
  return hoursLeft !== null && hoursLeft < float.hoursUntilOpening
}
