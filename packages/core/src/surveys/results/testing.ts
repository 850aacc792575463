import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

/** Give a survey of `fourQuestions` people who have answered all four. */
export async function givenPeople(
  db: Db,
  { surveyId, people }: { surveyId: string; people: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create temp table one_of_many on commit drop as
      select gen_random_uuid() as member_id, n from generate_series(1, ${sql.lit(people)}) as n`.execute(trx)
    await sql`insert into member (member_id, email, first_name, last_name, country, password_hash)
      select member_id, n || '@many.example', 'Amina', 'Otieno', 'Kenya', '-' from one_of_many`.execute(trx)
    await sql`insert into survey_attempt (member_id, survey_id, reward_points, questions)
      select member_id, ${surveyId}, 5, '[]' from one_of_many`.execute(trx)
    await sql`insert into survey_answer (member_id, survey_id, question_id, answer)
      select member_id, ${surveyId}, question, case question when 1 then to_jsonb((array['Bank', 'SACCO'])[1 + n % 2])
        when 2 then to_jsonb(1 + n % 5) when 3 then to_jsonb((array['yes', 'no'])[1 + n / 2 % 2])
        else to_jsonb('School fees ' || n) end
      from one_of_many, generate_series(1, 4) as question`.execute(trx)
    await sql`update survey_attempt set status = 'completed', completed_at = now(), ended_at = now()
      where survey_id = ${surveyId}`.execute(trx)
  })
  await sql`analyze survey_answer, survey_attempt`.execute(db)
}
