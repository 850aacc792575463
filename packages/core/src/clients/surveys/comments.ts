import type { clientComment, WriteCommentInput } from '@chuma/contract/clients/client-surveys'
import type { Answer } from '@chuma/contract/timestamp'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findClientSurvey,
  getClientComment,
  insertClientComment,
  listClientComments,
} from '@chuma/db/queries/clients/client-surveys'
import { listClientUsers } from '@chuma/db/queries/clients/clients'
import { insertJob } from '@chuma/db/queries/jobs'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import { reserveAttempt } from '../../auth/throttle/reserve-attempt.ts'
import type { Deps } from '../../deps.ts'
import type { ClientActor } from '../sessions/require-client.ts'
import { requireOwnSurvey } from './require-own-survey.ts'

type Comment = Answer<typeof clientComment>
type Page = { surveyId: string; after?: string | undefined; limit: number }
type Reading = Pick<Deps, 'db'>

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
