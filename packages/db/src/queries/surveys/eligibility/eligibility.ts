import type { Rule } from '@chuma/contract/surveys/eligibility/rule'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../client.ts'

/** The saved rule of a survey; undefined without one. */
export function findEligibility(db: Db, surveyId: string) {
  return db
    .selectFrom('surveyEligibility')
    .select(['rule', 'version', 'savedAt', 'savedBy'])
    .where('surveyId', '=', surveyId)
    .executeTakeFirst()
}

/** The caller has locked the survey and compared the version. */
export function upsertEligibility(
  trx: Trx,
  {
    surveyId,
    rule,
    version,
    savedBy,
  }: { surveyId: string; rule: Rule | null; version: number; savedBy: string },
) {
  return trx
    .insertInto('surveyEligibility')
    .values({ surveyId, rule: rule && JSON.stringify(rule), version, savedBy })
    .onConflict((conflict) =>
      conflict.column('surveyId').doUpdateSet((eb) => ({
        rule: eb.ref('excluded.rule'),
        version: eb.ref('excluded.version'),
        savedBy: eb.ref('excluded.savedBy'),
        savedAt: eb.ref('excluded.savedAt'),
      })),
    )
    .execute()
}

/** List the rules of active surveys, of which there are hundreds at most. */
export async function listOpenRules(db: Db) {
  const { rows } = await sql<{ surveyId: string; rule: Rule }>`
    select e.survey_id as "surveyId", e.rule from survey_eligibility e
    join survey s on s.survey_id = e.survey_id where s.is_active and e.rule is not null
    order by e.survey_id limit 2000
  `.execute(db)
  return rows
}
