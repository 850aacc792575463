import type { DownloadDatasetInput } from '@chuma/contract/clients/client-surveys'
import type { Db } from '@chuma/db/client'
import type { Respondents } from '@chuma/db/queries/surveys/respondents'
import { writeFile } from '../../surveys/results/export-results.ts'
import { readSurvey, toRespondents } from '../../surveys/results/read-survey.ts'

type WrittenDataset = {
  bytes: Buffer<ArrayBuffer>
  /** The pseudonyms in the file. */
  respondents: string[]
  /** Of the questionnaire that they answered. Null: a plain list, or several versions. */
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
 * Write the answers that a survey's client pays for: a row for each person under a pseudonym. The same data make the same file.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE
 */
export async function writeDataset(
  db: Db,
  { id, format = 'csv', cells = 'codes' }: Partial<DownloadDatasetInput> & { id: string },
): Promise<WrittenDataset> {
  const { survey, asked } = await readCharged(db, id)
  const pieces: Buffer[] = []
  const respondents: string[] = []
  const written = writeFile(db, { survey, asked, format, cells }, (rows) =>
    respondents.push(...rows.map(({ respondent }) => respondent)),
  )
  for await (const piece of written) pieces.push(Buffer.from(piece))
  const version = survey.version === 'all' ? null : survey.version
  return { bytes: Buffer.concat(pieces), respondents, version, asked }
}
