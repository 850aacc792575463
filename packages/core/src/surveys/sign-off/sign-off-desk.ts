import type { Answer } from '@chuma/contract/fields'
import type {
  AnswerSignOffCommentInput,
  publishedQuestionnaire,
  signOffDesk,
} from '@chuma/contract/surveys/sign-off'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findDraft } from '@chuma/db/queries/surveys/questionnaires'
import {
  answerSignOffComment as answer,
  findPublished,
  listSignOffComments,
  listSignOffLinks,
  listTestAnswers,
} from '@chuma/db/queries/surveys/sign-offs'
import { orRefuse } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { toDecided } from './sign-off-links.ts'

/** Read the sign-off links of a survey with their decisions and comments, and its test answers. @throws AppError SURVEY_NOT_FOUND */
export async function getSignOff(
  { db }: Pick<Deps, 'db'>,
  { id }: { id: string },
): Promise<Answer<typeof signOffDesk>> {
  const draft = orRefuse(await findDraft(db, id), 'SURVEY_NOT_FOUND')
  const links = await listSignOffLinks(db, id)
  return {
    draftVersion: draft.version ?? 0,
    links: links.map(({ decision, decidedBy, decidedAt, ...link }) => ({
      ...link,
      decided: toDecided({ decision, decidedBy, decidedAt }),
    })),
    comments: await listSignOffComments(db, id),
    tests: await listTestAnswers(db, id),
  }
}

/** Answer a comment, under which the link's readers see it without a name; again: replace the answer. @throws AppError NOT_FOUND */
export function answerSignOffComment(
  { db }: Pick<Deps, 'db'>,
  staff: StaffActor,
  { id: commentId, text }: AnswerSignOffCommentInput,
): Promise<{ surveyId: string }> {
  return db.transaction().execute(async (trx) => {
    const found = orRefuse(
      await answer(trx, { commentId, answer: text, answeredBy: staff.name }),
      'NOT_FOUND',
    )
    await recordAct(trx, staff, {
      action: 'sign-off.comment-answered',
      subject: `survey:${found.surveyId}`,
      after: { commentId },
    })
    return found
  })
}

/** Read the questions of a published version. @throws AppError NOT_FOUND */
export async function getPublishedQuestionnaire(
  { db }: Pick<Deps, 'db'>,
  { id, version }: { id: string; version: number },
): Promise<Answer<typeof publishedQuestionnaire>> {
  return orRefuse(await findPublished(db, id, version), 'NOT_FOUND')
}
