import { MOST_OFFER_ROWS, OFFER_COLUMNS } from '@chuma/contract/surveys/offer-files'
import { toCsv } from '@chuma/contract/to-csv'
import { listStoredOffers } from '@chuma/db/queries/surveys/survey-offers'
import type { Deps } from '../../deps.ts'

/** Export the newest surveys as CSV for `importSurveys`, as many as it accepts. */
export async function exportSurveys({ db }: Pick<Deps, 'db'>): Promise<string> {
  const rows = await listStoredOffers(db, MOST_OFFER_ROWS)
  return toCsv(
    OFFER_COLUMNS,
    rows.map((row) => [
      row.surveyId,
      row.version,
      row.title,
      row.description,
      row.rewardUsd.toFixed(2),
      row.durationMinutes,
      row.category,
      row.country,
      row.externalUrl,
      row.adminNotes,
      row.isActive ? 'yes' : 'no',
      row.kind,
      row.questions && JSON.stringify(row.questions),
      row.partnerId,
      row.quota,
      row.startsAt,
      row.endsAt,
      row.screenOutPoints,
    ]),
  )
}
