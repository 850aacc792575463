import { createHash } from 'node:crypto'
import type { AcceptDatasetInput, datasets } from '@chuma/contract/clients/client-surveys'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import {
  compareWithAccepted,
  findNewestDataset,
  insertDataset,
  listDatasets,
} from '@chuma/db/queries/clients/client-surveys'
import { insertDelivery } from '@chuma/db/queries/surveys/deliveries'
import { AppError, invalidField } from '../../app-error.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Deps } from '../../deps.ts'
import type { ClientActor } from '../sessions/require-client.ts'
import { requireOwnSurvey } from './require-own-survey.ts'
import { readCharged, writeDataset } from './write-dataset.ts'

type Reading = Pick<Deps, 'db'>

/**
 * Count who is in the data of a survey now, and what changed since they were accepted. No answers are read: the page of a survey is opened often.
 * The data have only answers that the client is charged for: what staff let through without a charge is in no file.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE
 */
export async function getMyDatasets(
  { db }: Reading,
  client: ClientActor,
  { id }: { id: string },
): Promise<Answer<typeof datasets>> {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  const { asked } = await readCharged(db, surveyId)
  const { respondents, left, joined } = await compareWithAccepted(db, asked)
  const accepted = await listDatasets(db, surveyId)
  return { respondents, isReady: respondents >= SMALLEST_CELL, left, joined, accepted }
}

/**
 * Write the file of a survey for its client. Every download is in the audit log, with the hash of what was delivered, and in
 * the list of deliveries that members see.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, DATASET_STATE below five answers, THROTTLED
 */
export async function downloadDataset(
  deps: Reading,
  client: ClientActor,
  { id }: { id: string },
): Promise<string> {
  const { surveyId } = await requireOwnSurvey(deps.db, client, id)
  await reserveAttempt(deps, 'client-dataset-account', client.userId)
  const file = await requireReady(deps.db, surveyId)
  await deps.db.transaction().execute(async (trx) => {
    const { asked, hash, respondents } = file
    const people = respondents.length
    const { organisation: recipient, audited: deliveredBy } = client
    await insertDelivery(trx, { asked, recipient, format: 'csv', people, deliveredBy })
    await insertAuditEntry(trx, {
      actor: client.audited,
      action: 'client.dataset-delivered',
      subject: `survey:${surveyId}`,
      after: { organisationId: client.organisationId, rows: people, hash },
      address: client.address,
    })
  })
  return file.text
}

/**
 * Accept the data of a survey: a version, who is in it and a hash, which never change. `hash` is that of the file which was downloaded,
 * so that nothing is accepted unseen. Accepting the same again changes nothing.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, DATASET_STATE, FORBIDDEN by a link to one survey; INVALID_INPUT if the data changed
 */
export async function acceptDataset(
  deps: Reading,
  client: ClientActor,
  { surveyId: id, hash }: AcceptDatasetInput,
): Promise<Answer<typeof datasets>> {
  const { surveyId } = await requireOwnSurvey(deps.db, client, id)
  const file = await requireReady(deps.db, surveyId)
  if (file.hash !== hash) throw invalidField('hash', 'DATASET_CHANGED')
  await deps.db.transaction().execute(async (trx) => {
    // Serialises what is accepted at once.
    await lockClientAccount(trx, client.organisationId)
    const newest = await findNewestDataset(trx, surveyId)
    if (newest?.hash === hash) return
    const version = (newest?.version ?? 0) + 1
    const { respondents, version: questionnaireVersion } = file
    const dataset = { surveyId, version, questionnaireVersion, respondents, hash, acceptedBy: client.userId }
    await insertDataset(trx, dataset)
    await insertAuditEntry(trx, {
      actor: client.audited,
      action: 'client.dataset-accepted',
      subject: `survey:${surveyId}`,
      after: { organisationId: client.organisationId, version, rows: respondents.length, hash },
      address: client.address,
    })
  })
  return getMyDatasets(deps, client, { id })
}

async function writeFile(db: Db, surveyId: string) {
  const file = await writeDataset(db, surveyId)
  const hash = createHash('sha256').update(file.text).digest('hex')
  return { ...file, hash, isReady: file.respondents.length >= SMALLEST_CELL }
}

async function requireReady(db: Db, surveyId: string) {
  const file = await writeFile(db, surveyId)
  if (!file.isReady) throw new AppError('DATASET_STATE')
  return file
}
