import { surveyResultsInput } from '@chuma/contract/surveys/results'
import { getCrossTab } from '@chuma/core/surveys/results/get-cross-tab'
import { getSurveyResults } from '@chuma/core/surveys/results/get-survey-results'
import { givenPeople } from '@chuma/core/surveys/results/testing'
import { givenSurvey } from '@chuma/core/surveys/testing'
import type { Db } from '@chuma/db/client'
import { openDatabase } from './open-database.ts'
import type { Options } from './read-options.ts'
import { type Row, timeRead } from './report.ts'

const MAX_MS = 1000
/** Four answers each. */
const SIZES = [12_500, 50_000]

/** Measure what the page of a survey's results asks for. */
export async function measureResults({ rounds }: Options): Promise<Row[]> {
  const rows: Row[] = []
  for (const people of SIZES) {
    const database = await openDatabase({ durable: false })
    try {
      const id = await givenSurvey(database.db)
      await givenPeople(database.db, { surveyId: id, people })
      for (const [name, read] of Object.entries(listReads(database.db, id))) {
        const what = `${name}, ${people.toLocaleString('en')} people with four answers each`
        rows.push(await timeRead('results', { what, rounds, mostMs: MAX_MS }, read))
      }
    } finally {
      await database.close()
    }
  }
  return rows
}

function listReads(db: Db, id: string): Record<string, () => Promise<unknown>> {
  const reader = { isRaw: true }
  const ask = (more: object = {}) =>
    getSurveyResults({ db }, reader, surveyResultsInput.parse({ id, ...more }))
  const weights = JSON.stringify({ 1: { Bank: 0.3, SACCO: 0.7 }, 3: { yes: 0.6, no: 0.4 } })
  return {
    counts: () => ask(),
    'counts of those who gave an answer': () => ask({ who: '1=SACCO' }),
    'counts with weights': () => ask({ weights }),
    'cross-tab': () => getCrossTab({ db }, reader, { id, quality: 'accepted', rows: 2, columns: 1 }),
  }
}
