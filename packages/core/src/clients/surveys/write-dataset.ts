import type { Db } from '@chuma/db/client'
import { type Respondents, streamRespondents } from '@chuma/db/queries/surveys/respondents'
import { inTurns } from '../../in-turns.ts'
import { writeRows } from '../../surveys/results/export-results.ts'
import { coarsen, listPeriods, readSurvey, toRespondents } from '../../surveys/results/read-survey.ts'

/** The maximum of one file. */
const MAX_ROWS = 100_000

type WrittenDataset = {
  text: string
  /** The pseudonyms in the file. */
  respondents: string[]
  /** Of the questionnaire that they answered. */
  version: number | null
  /** Whose answers they are. */
  asked: Respondents
}

/** Load what a survey asks, and whose answers its client pays for. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE */
export async function readCharged(db: Db, surveyId: string) {
  const survey = await readSurvey(db, { id: surveyId })
  return {
    survey,
    asked: { ...toRespondents(survey, { id: surveyId, quality: 'accepted' }), isCharged: true },
  }
}

/**
 * Write the answers that a survey's client pays for as CSV: a row for each person under a pseudonym, closed answers as the codes of the
 * codebook.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE
 */
export async function writeDataset(db: Db, surveyId: string): Promise<WrittenDataset> {
  const { survey, asked } = await readCharged(db, surveyId)
  const { begin, write, end, atOnce } = writeRows(survey, { format: 'csv', cells: 'codes' })
  const periods = await listPeriods(db, asked)
  const pieces = [begin]
  const respondents: string[] = []
  for await (const rows of streamRespondents(db, asked, MAX_ROWS)) {
    for await (const some of inTurns(rows, atOnce)) {
      pieces.push(
        write(
          some.map((row) => coarsen(periods, row)),
          pieces.length === 1,
        ),
      )
    }
    respondents.push(...rows.map(({ respondent }) => respondent))
  }
  return { text: [...pieces, end].join(''), respondents, version: survey.version, asked }
}
