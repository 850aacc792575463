import { createHash } from 'node:crypto'
import type {
  AcceptDatasetInput,
  CommissionedSurvey,
  clientComment,
  DescribeDatasetInput,
  DownloadDatasetInput,
  datasets,
  MyCrossTabInput,
  MyResultsInput,
  MyTablesInput,
  WriteCommentInput,
} from '@chuma/contract/clients/client-surveys'
import type { AssignClientSurveyInput, clientDetail } from '@chuma/contract/clients/clients'
import type { Answer } from '@chuma/contract/fields'
import type { MailJobs } from '@chuma/contract/mails'
import { SMALLEST_CELL } from '@chuma/contract/surveys/results'
import type { Db, Trx } from '@chuma/db/client'
import { insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import { lockClientAccount } from '@chuma/db/queries/clients/client-budget'
import {
  compareWithAccepted,
  countChargedByDay,
  countJudged,
  findClientSurvey,
  findCommentNews,
  findNewestDataset,
  getClientComment,
  insertClientComment,
  insertClientSurvey,
  insertDataset,
  listClientComments,
  listCommissioned,
  listDatasets,
} from '@chuma/db/queries/clients/client-surveys'
import { findClient, findClientUser, listClientUsers } from '@chuma/db/queries/clients/clients'
import { insertJob } from '@chuma/db/queries/jobs'
import { findQuotas, listCells } from '@chuma/db/queries/surveys/quotas'
import { insertDelivery } from '@chuma/db/queries/surveys/survey-attempts'
import { findOffer } from '@chuma/db/queries/surveys/survey-offers'
import { AppError, invalidField } from '../../app-error.ts'
import { reserveAttempt } from '../../auth/throttle.ts'
import type { SignedInClient, StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { countByCell, hideSmall, orderCells } from '../../surveys/quotas/quotas.ts'
import { exportCodebook, exportTripleS } from '../../surveys/results/export-results.ts'
import type { Piece } from '../../surveys/results/files/text-files.ts'
import { getCrossTab } from '../../surveys/results/get-cross-tab.ts'
import { getSurveyResults } from '../../surveys/results/get-survey-results.ts'
import { exportTables } from '../../surveys/results/tables/table-workbook.ts'
import { getTables } from '../../surveys/results/tables/tables.ts'
import { getClient } from '../people/client-links.ts'
import type { ClientActor } from '../sessions/client-sessions.ts'
import { readCharged, writeDataset } from './write-dataset.ts'

type Reading = Pick<Deps, 'db'>

/**
 * Count who is in the data of a survey now, and what changed since they were accepted. No answers are read: the page of a survey is opened often.
 * The data have only answers that the client is charged for: what staff let through without a charge is in no file.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE
 */
export async function getMyDatasets({ db }: Reading, client: ClientActor, { id }: { id: string }) {
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
  input: Downloading,
): Promise<Piece> {
  const { format = 'csv' } = input
  const { surveyId } = await requireOwnSurvey(deps.db, client, input.id)
  await reserveAttempt(deps, 'client-dataset-account', client.userId)
  const file = await requireReady(deps.db, input)
  await deps.db.transaction().execute(async (trx) => {
    const { asked, hash, respondents } = file
    const people = respondents.length
    const { organisation: recipient, audited: deliveredBy } = client
    await insertDelivery(trx, { asked, recipient, format, people, deliveredBy })
    await insertAuditEntry(trx, {
      actor: client.audited,
      action: 'client.dataset-delivered',
      subject: `survey:${surveyId}`,
      after: { organisationId: client.organisationId, rows: people, hash },
      address: client.address,
    })
  })
  return format === 'sav' || format === 'xlsx' ? file.bytes : file.bytes.toString()
}

type Downloading = Partial<DownloadDatasetInput> & { id: string }

/** Explain a file to its client: the codebook, or the metadata of Triple-S. @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE */
export async function describeDataset(
  { db }: Reading,
  client: ClientActor,
  { id, kind }: DescribeDatasetInput,
) {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  const write = kind === 'codebook' ? exportCodebook : exportTripleS
  return write({ db }, { id: surveyId }, { isCharged: true })
}

/**
 * Accept the data of a survey: a version, who is in it and a hash, which never change. `hash` is that of the file which was downloaded,
 * so that nothing is accepted unseen. Accepting the same again changes nothing.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE, DATASET_STATE, FORBIDDEN by a link to one survey; INVALID_INPUT if the data changed
 */
export async function acceptDataset(
  deps: Reading,
  client: ClientActor,
  { surveyId: id, hash, ...downloaded }: Partial<AcceptDatasetInput> & { surveyId: string; hash: string },
): Promise<Answer<typeof datasets>> {
  const { surveyId } = await requireOwnSurvey(deps.db, client, id)
  const file = await requireReady(deps.db, { ...downloaded, id })
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

async function requireReady(db: Db, wanted: Downloading) {
  const file = await writeDataset(db, wanted)
  if (file.respondents.length < SMALLEST_CELL) throw new AppError('DATASET_STATE')
  return { ...file, hash: createHash('sha256').update(file.bytes).digest('hex') }
}

/**
 * Require that the caller's organisation commissioned a survey, and that their session may see it. Every call about a survey begins here.
 * Another organisation's survey, one of nobody's and one that never was answer alike.
 * @throws AppError SURVEY_NOT_FOUND
 */
export async function requireOwnSurvey(
  db: Db,
  { organisationId, surveyId: only }: Pick<SignedInClient, 'organisationId' | 'surveyId'>,
  surveyId: string,
): Promise<{ surveyId: string; title: string }> {
  const survey = await findClientSurvey(db, surveyId)
  if (survey?.organisationId !== organisationId || (only !== null && only !== surveyId)) {
    throw new AppError('SURVEY_NOT_FOUND')
  }
  return survey
}

type Comment = Answer<typeof clientComment>
type Page = { surveyId: string; after?: string | undefined; limit: number }

/** List the thread about a survey, newest first. @throws AppError SURVEY_NOT_FOUND */
export async function listMyComments({ db }: Reading, client: ClientActor, page: Page): Promise<Comment[]> {
  await requireOwnSurvey(db, client, page.surveyId)
  return listClientComments(db, page)
}

/** Write a comment about a survey or one of its questions. @throws AppError SURVEY_NOT_FOUND, THROTTLED */
export async function writeMyComment(
  deps: Reading,
  client: ClientActor,
  { surveyId, questionId, text }: WriteCommentInput,
): Promise<Comment> {
  await requireOwnSurvey(deps.db, client, surveyId)
  await reserveAttempt(deps, 'client-comment-account', client.userId)
  return deps.db.transaction().execute((trx) =>
    writeComment(
      trx,
      { name: client.audited, address: client.address },
      {
        surveyId,
        questionId: questionId ?? null,
        text,
        userId: client.userId,
        staff: null,
      },
    ),
  )
}

/** For staff: the thread about a survey that has a client. @throws AppError SURVEY_NOT_FOUND */
export async function listThread({ db }: Reading, page: Page): Promise<Comment[]> {
  if (!(await findClientSurvey(db, page.surveyId))) throw new AppError('SURVEY_NOT_FOUND')
  return listClientComments(db, page)
}

/** For content, finance and owners: answer in the thread of a survey. The client reads no name. @throws AppError SURVEY_NOT_FOUND */
export async function answerClient(
  { db }: Reading,
  staff: StaffActor,
  { surveyId, questionId, text }: WriteCommentInput,
): Promise<Comment> {
  if (!(await findClientSurvey(db, surveyId))) throw new AppError('SURVEY_NOT_FOUND')
  return db.transaction().execute((trx) =>
    writeComment(trx, staff, {
      surveyId,
      questionId: questionId ?? null,
      text,
      userId: null,
      staff: staff.name,
    }),
  )
}

type New = {
  surveyId: string
  questionId: number | null
  text: string
  userId: string | null
  staff: string | null
}

/** Of an answer the people of the client are told; of a client's comment our support address is. The audit log has no text, because that belongs to the correspondence. */
async function writeComment(
  trx: Trx,
  { name, address }: { name: string; address: string | null },
  comment: New,
): Promise<Comment> {
  const commentId = await insertClientComment(trx, comment)
  const readers = comment.staff === null ? [null] : await listReaders(trx, comment.surveyId)
  for (const userId of readers) await insertJob(trx, 'send-client-comment', { commentId, userId })
  await insertAuditEntry(trx, {
    actor: name,
    action: 'client.commented',
    subject: `survey:${comment.surveyId}`,
    after: { commentId },
    address,
  })
  return getClientComment(trx, commentId)
}

async function listReaders(trx: Trx, surveyId: string): Promise<string[]> {
  const survey = await findClientSurvey(trx, surveyId)
  const people = survey ? await listClientUsers(trx, survey.organisationId) : []
  return people.map(({ id }) => id)
}

/** List the surveys that the caller's organisation commissioned; by a link to one, that one without its price. */
export async function listMySurveys(
  { db }: Reading,
  { organisationId, surveyId }: ClientActor,
  page: { after?: string | undefined; limit: number },
): Promise<CommissionedSurvey[]> {
  const found = await listCommissioned(db, { organisationId, surveyId, ...page })
  return found.map((survey) => withoutPrice(survey, surveyId))
}

const withoutPrice = (survey: CommissionedSurvey, link: string | null) =>
  link === null ? survey : { ...survey, priceCents: null }

/** Read how a survey is doing. @throws AppError SURVEY_NOT_FOUND */
export async function getMySurvey({ db }: Reading, client: ClientActor, { id }: { id: string }) {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  const [found] = await listCommissioned(db, { organisationId: client.organisationId, surveyId, limit: 1 })
  if (!found) throw new AppError('SURVEY_NOT_FOUND')
  return withoutPrice(found, client.surveyId)
}

/**
 * Count the answers that a client pays for, as staff see counts who may not see single answers. There are no filters: two of them
 * that differ by few people would tell what these answered.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT for an unknown version
 */
export async function getMyResults(deps: Reading, client: ClientActor, { id, version }: MyResultsInput) {
  const { accepted, inField } = await getMySurvey(deps, client, { id })
  const read = await getSurveyResults(
    deps,
    { isRaw: false, isCharged: true },
    { id, version, quality: 'accepted' },
  )
  const { attempts: _, effectiveBase: __, medianSeconds: ___, groups: ____, ...results } = read
  return { ...results, accepted, inField }
}

/**
 * Set the answers to one question that a client pays for against those to another, as staff see them who may not see single answers.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getMyCrossTab({ db }: Reading, client: ClientActor, { id, ...asked }: MyCrossTabInput) {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  return getCrossTab(
    { db },
    { isRaw: false, isCharged: true },
    { ...asked, id: surveyId, quality: 'accepted' },
  )
}

/**
 * Count the answers that a client pays for in columns side by side, as staff see them who may not see single answers.
 * The breaks are questions: clients are not told who people are.
 * @throws AppError SURVEY_NOT_FOUND, RESULTS_ELSEWHERE; INVALID_INPUT that names the field
 */
export async function getMyTables({ db }: Reading, client: ClientActor, input: MyTablesInput) {
  await requireOwnSurvey(db, client, input.id)
  return getTables({ db }, { isRaw: false, isCharged: true }, { ...input, quality: 'accepted' })
}

/** Write the same tables as a workbook. @throws AppError like `getMyTables` */
export async function exportMyTables({ db }: Reading, client: ClientActor, input: MyTablesInput) {
  await requireOwnSurvey(db, client, input.id)
  return exportTables({ db }, { isRaw: false, isCharged: true }, { ...input, quality: 'accepted' })
}

/** Read how accepted answers to one's own survey came in, by day and by cell of its quotas. @throws AppError SURVEY_NOT_FOUND */
export async function getMyProgress({ db }: Pick<Deps, 'db'>, client: ClientActor, { id }: { id: string }) {
  const { surveyId } = await requireOwnSurvey(db, client, id)
  const days = await countChargedByDay(db, surveyId)
  const dimensions = (await findQuotas(db, surveyId))?.dimensions ?? []
  const counted = await countByCell(db, surveyId, 'client')
  const cells = hideSmall(
    orderCells(dimensions, await listCells(db, surveyId)).map((row) => ({
      ...row,
      accepted: counted.get(row.cell) ?? 0,
    })),
    dimensions,
  )
  const labelOf = (code: string, at: number) =>
    dimensions[at]?.groups.find((group) => group.code === code)?.label ?? code
  return {
    days,
    quality: await countJudged(db, surveyId),
    cells: cells.map(({ cell, groups, target, accepted }) => ({
      id: cell,
      groups: groups.map(labelOf),
      target,
      accepted,
    })),
  }
}

/**
 * For content, finance and owners: say which organisation commissioned a survey of our own questions. From then on its people see it.
 * There is no way back: what they saw they have seen.
 * @throws AppError NOT_FOUND, INVALID_INPUT for a survey that has a client or asks nothing itself
 */
export function assignClientSurvey(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { clientId: organisationId, surveyId }: AssignClientSurveyInput,
): Promise<Answer<typeof clientDetail>> {
  return db.transaction().execute(async (trx) => {
    if (!(await findClient(trx, organisationId))) throw new AppError('NOT_FOUND')
    const offer = await findOffer(trx, surveyId)
    if (offer?.kind !== 'questions') throw invalidField('surveyId', 'SURVEY_NOT_FOR_CLIENTS')
    const assigned = await insertClientSurvey(trx, { surveyId, organisationId, assignedBy: staff.name })
    if (!assigned) throw invalidField('surveyId', 'SURVEY_HAS_CLIENT')
    await recordAct(trx, staff, {
      action: 'client.survey-assigned',
      subject: `survey:${surveyId}`,
      after: { organisationId },
    })
    return getClient(trx, organisationId)
  })
}

/** Job: mail a comment about a survey to someone of its client, or to our support address. Skipped for someone who was removed. */
export async function sendClientComment(
  deps: Pick<Deps, 'db' | 'mail' | 'product'>,
  { commentId, userId }: MailJobs['send-client-comment'],
): Promise<void> {
  const found = await findCommentNews(deps.db, commentId)
  const user = userId === null ? null : await findClientUser(deps.db, userId)
  if (!found || user === undefined) return
  const { title, text, author, surveyId, organisationId } = found
  await deps.mail('sendClientComment', {
    to: user?.email ?? (await deps.product()).email,
    firstName: user?.name ?? '',
    author,
    title,
    text,
    path: user ? `/client?survey=${surveyId}` : `/admin/clients/${organisationId}`,
  })
}
