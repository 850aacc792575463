import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import type { DecideSignOffInput, TestedAnswer } from '@chuma/contract/surveys/sign-off'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'

type Token = { linkId: string; tokenHash: Buffer }
type NewLink = Token & {
  surveyId: string
  draftVersion: number
  content: Questionnaire
  days: number
  createdBy: string
}

/** Insert a link with the questions that it shows for good. */
export function insertSignOffLink(trx: Trx, { content, days, ...link }: NewLink) {
  return trx
    .insertInto('signOffLink')
    .values({
      ...link,
      content: JSON.stringify(content),
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute()
}

const isOpen = sql<boolean>`(sign_off_link.revoked_at is null and sign_off_link.expires_at > now())`

/** Find a link that still opens, of a survey that is not deleted. */
export function findOpenSignOff(db: Db, { linkId, tokenHash }: Token) {
  return openSignOff(db, { linkId, tokenHash }).executeTakeFirst()
}

/** The same, locked: of calls at once each counts what the one before has written. */
export function lockOpenSignOff(trx: Trx, { linkId, tokenHash }: Token) {
  return openSignOff(trx, { linkId, tokenHash }).forUpdate('signOffLink').executeTakeFirst()
}

function openSignOff(db: Db, { linkId, tokenHash }: Token) {
  return db
    .selectFrom('signOffLink')
    .innerJoin('survey', 'survey.surveyId', 'signOffLink.surveyId')
    .select([
      'signOffLink.linkId',
      'signOffLink.surveyId',
      'signOffLink.draftVersion',
      'signOffLink.content',
      'signOffLink.expiresAt',
      'signOffLink.decision',
      'signOffLink.decidedBy',
      'signOffLink.decidedAt',
      'survey.title',
    ])
    .where('signOffLink.linkId', '=', linkId)
    .where('signOffLink.tokenHash', '=', tokenHash)
    .where(isOpen)
    .where('survey.retiredAt', 'is', null)
}

/** List the newest links of a survey. */
export function listSignOffLinks(db: Db, surveyId: string) {
  return db
    .selectFrom('signOffLink')
    .select([
      'linkId as id',
      'draftVersion as version',
      'createdAt',
      'createdBy',
      'expiresAt',
      isOpen.as('isOpen'),
      'decision',
      'decidedBy',
      'decidedAt',
    ])
    .where('surveyId', '=', surveyId)
    .orderBy('createdAt', 'desc')
    .orderBy('linkId')
    .limit(100)
    .execute()
}

/** False when it was revoked before, or there is none. */
export async function revokeSignOffLink(trx: Trx, linkId: string) {
  return trx
    .updateTable('signOffLink')
    .set({ revokedAt: sql<Date>`now()` })
    .where('linkId', '=', linkId)
    .where('revokedAt', 'is', null)
    .returning('surveyId')
    .executeTakeFirst()
}

type Decision = { linkId: string; name: string; decision: DecideSignOffInput['decision'] }

export function decideSignOff(trx: Trx, { linkId, name, decision }: Decision) {
  return trx
    .updateTable('signOffLink')
    .set({ decision, decidedBy: name, decidedAt: sql<Date>`now()` })
    .where('linkId', '=', linkId)
    .returning(['decision', 'decidedBy', 'decidedAt'])
    .executeTakeFirstOrThrow()
}

type NewComment = { linkId: string; questionId: number | null; name: string; text: string }

export function insertSignOffComment(trx: Trx, comment: NewComment) {
  return trx.insertInto('signOffComment').values(comment).execute()
}

/** List what was written by one link, oldest first. */
export function listCommentsOfLink(db: Db, linkId: string) {
  return db
    .selectFrom('signOffComment')
    .select(['commentId as id', 'questionId', 'name', 'text', 'writtenAt', 'answer'])
    .where('linkId', '=', linkId)
    .orderBy('writtenAt')
    .orderBy('commentId')
    .limit(500)
    .execute()
}

export async function countCommentsOfLink(db: Db, linkId: string): Promise<number> {
  const { n } = await db
    .selectFrom('signOffComment')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('linkId', '=', linkId)
    .executeTakeFirstOrThrow()
  return n
}

/** List what was written about a survey, newest first, with the question in English as the link shows it. */
export function listSignOffComments(db: Db, surveyId: string) {
  return db
    .selectFrom('signOffComment')
    .innerJoin('signOffLink', 'signOffLink.linkId', 'signOffComment.linkId')
    .select([
      'signOffComment.commentId as id',
      'signOffLink.draftVersion as version',
      'signOffComment.questionId',
      sql<string | null>`(
        select asked #>> '{words,en}'
        from jsonb_path_query(sign_off_link.content, '$.sections[*].questions[*]') asked
        where (asked ->> 'id')::int = sign_off_comment.question_id limit 1
      )`.as('question'),
      'signOffComment.name',
      'signOffComment.text',
      'signOffComment.writtenAt',
      'signOffComment.answer',
      'signOffComment.answeredBy',
    ])
    .where('signOffLink.surveyId', '=', surveyId)
    .orderBy('signOffComment.writtenAt', 'desc')
    .orderBy('signOffComment.commentId')
    .limit(100)
    .execute()
}

type Answered = { commentId: string; answer: string; answeredBy: string }

/** Answer a comment, or replace its answer. Undefined for an unknown one. */
export function answerSignOffComment(trx: Trx, { commentId, answer, answeredBy }: Answered) {
  return trx
    .updateTable('signOffComment')
    .from('signOffLink')
    .set({ answer, answeredBy, answeredAt: sql<Date>`now()` })
    .whereRef('signOffLink.linkId', '=', 'signOffComment.linkId')
    .where('commentId', '=', commentId)
    .returning('signOffLink.surveyId')
    .executeTakeFirst()
}

export type NewTestAnswer = {
  surveyId: string
  draftVersion: number
  linkId: string | null
  name: string
  outcome: 'complete' | 'screened-out'
  seconds: number
  profile: Record<string, string>
  answers: TestedAnswer[]
}

export function insertTestAnswer(trx: Trx, { profile, answers, ...test }: NewTestAnswer) {
  return trx
    .insertInto('testAnswer')
    .values({ ...test, profile: JSON.stringify(profile), answers: JSON.stringify(answers) })
    .returning('testId')
    .executeTakeFirstOrThrow()
}

/** Count the test answers of a link, or without one those of staff about a survey. */
export async function countTestAnswers(
  db: Db,
  { surveyId, linkId }: { surveyId: string; linkId: string | null },
) {
  const { n } = await db
    .selectFrom('testAnswer')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('surveyId', '=', surveyId)
    .where('linkId', linkId === null ? 'is' : '=', linkId)
    .executeTakeFirstOrThrow()
  return n
}

const testColumns = [
  'testId as id',
  'name',
  sql<boolean>`test_answer.link_id is not null`.as('isByLink'),
  'draftVersion as version',
  'outcome',
  'seconds',
  'finishedAt',
] as const

export function listTestAnswers(db: Db, surveyId: string) {
  return db
    .selectFrom('testAnswer')
    .select(testColumns)
    .where('surveyId', '=', surveyId)
    .orderBy('finishedAt', 'desc')
    .orderBy('testId')
    .limit(100)
    .execute()
}

export function findTestAnswer(db: Db, testId: string) {
  return db
    .selectFrom('testAnswer')
    .select([...testColumns, 'profile', 'answers'])
    .where('testId', '=', testId)
    .executeTakeFirst()
}

/** Delete one test answer of a survey, or all. Returns how many. */
export async function deleteTestAnswers(trx: Trx, { surveyId, which }: { surveyId: string; which: string }) {
  const { numDeletedRows } = await trx
    .deleteFrom('testAnswer')
    .where('surveyId', '=', surveyId)
    .$if(which !== 'all', (query) => query.where('testId', '=', which))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Find the questions of a draft that is saved now, or was published. */
export async function findDraftContent(db: Db, surveyId: string, draftVersion: number) {
  const draft = await db
    .selectFrom('questionnaireDraft')
    .select('content')
    .where('surveyId', '=', surveyId)
    .where('version', '=', draftVersion)
    .executeTakeFirst()
  if (draft) return draft.content
  const published = await db
    .selectFrom('questionnaireVersion')
    .select('content')
    .where('surveyId', '=', surveyId)
    .where('draftVersion', '=', draftVersion)
    .executeTakeFirst()
  return published?.content
}

export function findPublished(db: Db, surveyId: string, version: number) {
  return db
    .selectFrom('questionnaireVersion')
    .innerJoin('survey', 'survey.surveyId', 'questionnaireVersion.surveyId')
    .select([
      'questionnaireVersion.version',
      'questionnaireVersion.draftVersion',
      'questionnaireVersion.content as questionnaire',
    ])
    .where('questionnaireVersion.surveyId', '=', surveyId)
    .where('questionnaireVersion.version', '=', version)
    .where('survey.retiredAt', 'is', null)
    .executeTakeFirst()
}
