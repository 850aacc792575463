import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { announce } from '../listen.ts'

/** The draft of a survey that is not deleted, and its plain list; undefined for an unknown survey. The draft's fields are null before the first. */
export function findDraft(db: Db, surveyId: string) {
  return db
    .selectFrom('survey')
    .leftJoin('questionnaireDraft as draft', 'draft.surveyId', 'survey.surveyId')
    .select((eb) => [
      'survey.surveyId',
      'survey.kind',
      'survey.questions',
      'draft.version',
      'draft.content',
      'draft.savedAt',
      'draft.savedBy',
      eb
        .selectFrom('questionnaireVersion as published')
        .whereRef('published.surveyId', '=', 'survey.surveyId')
        .select(sql<number | null>`max(published.version)`.as('version'))
        .as('publishedVersion'),
      sql<boolean>`exists (
        select from questionnaire_version v where v.survey_id = survey.survey_id and v.draft_version = draft.version
      )`.as('isPublished'),
    ])
    .where('survey.surveyId', '=', surveyId)
    .where('survey.retiredAt', 'is', null)
    .executeTakeFirst()
}

type Draft = { surveyId: string; questionnaire: Questionnaire; version: number; savedBy: string }

/** Store a draft. The caller has locked the survey and compared the version. */
export function upsertDraft(trx: Trx, { surveyId, questionnaire, version, savedBy }: Draft) {
  return trx
    .insertInto('questionnaireDraft')
    .values({ surveyId, content: JSON.stringify(questionnaire), version, savedBy })
    .onConflict((conflict) =>
      conflict.column('surveyId').doUpdateSet((eb) => ({
        content: eb.ref('excluded.content'),
        version: eb.ref('excluded.version'),
        savedBy: eb.ref('excluded.savedBy'),
        savedAt: eb.ref('excluded.savedAt'),
      })),
    )
    .execute()
}

type Published = { surveyId: string; draftVersion: number; questionCount: number; publishedBy: string }

/** Freeze the survey's draft as its next version. The caller has locked the survey. */
export async function insertVersion(trx: Trx, { surveyId, ...row }: Published): Promise<number> {
  await announce(trx, 'survey_change')
  // By an alias: several servers do not find what it returns by the table's name.
  const { rows } = await sql<{ version: number }>`
    insert into questionnaire_version as made (survey_id, version, content, draft_version, question_count, published_by)
    select draft.survey_id, 1 + coalesce((
        select max(v.version) from questionnaire_version v where v.survey_id = ${surveyId}
      ), 0), draft.content, draft.version, ${row.questionCount}::int, ${row.publishedBy}::text
    from questionnaire_draft draft
    where draft.survey_id = ${surveyId} and draft.version = ${row.draftVersion}
    returning made.version
  `.execute(trx)
  const [made] = rows
  if (!made) throw new Error(`the draft of ${surveyId} changed, although it is locked`)
  return made.version
}

const versionColumns = ['version', 'questionCount', 'publishedAt', 'publishedBy'] as const

export function findVersionOfDraft(db: Db, surveyId: string, draftVersion: number) {
  return db
    .selectFrom('questionnaireVersion')
    .select(versionColumns)
    .where('surveyId', '=', surveyId)
    .where('draftVersion', '=', draftVersion)
    .executeTakeFirst()
}

/** List a survey's versions, newest first. */
export function listVersions(db: Db, surveyId: string) {
  return db
    .selectFrom('questionnaireVersion')
    .select(versionColumns)
    .where('surveyId', '=', surveyId)
    .orderBy('version', 'desc')
    .limit(100)
    .execute()
}

export async function getQuestionnaire(db: Db, surveyId: string, version: number): Promise<Questionnaire> {
  const { content } = await db
    .selectFrom('questionnaireVersion')
    .select('content')
    .where('surveyId', '=', surveyId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return content
}
