import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { SurveyDelivery } from '../../schema.gen.ts'
import type { Respondents } from './respondents.ts'

type Delivery = {
  asked: Respondents
  recipient: string
  format: Selectable<SurveyDelivery>['format']
  people: number
  deliveredBy: string
}

/** Write down that someone received answers to a survey. */
export async function insertDelivery(trx: Trx, { asked, ...delivery }: Delivery): Promise<void> {
  await trx
    .insertInto('surveyDelivery')
    .values({
      ...delivery,
      surveyId: asked.surveyId,
      questionnaireVersion: asked.version,
      firstDay: asked.from ?? null,
      lastDay: asked.to ?? null,
      quality: asked.quality,
      questionId: asked.who?.questionId ?? null,
      answer: asked.who?.answer ?? null,
      traits: asked.traits?.flat() ?? null,
      isCharged: asked.isCharged ?? false,
    })
    .execute()
}

/**
 * Who received the answers of an `attempt`, the latest time each: in exports after it was completed whose filter let it through. Answers that a
 * review rejected later, or that were credited to a client later, were delivered before.
 */
export const deliveriesOfAttempt = sql<{ recipient: string; deliveredOn: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('recipient', g.recipient, 'deliveredOn', business_day(g.at)) order by g.at desc), '[]')
  from (
    select d.recipient, max(d.delivered_at) as at from survey_delivery d
    where d.survey_id = attempt.survey_id and attempt.status = 'completed' and d.delivered_at >= attempt.completed_at
      and d.questionnaire_version is not distinct from attempt.questionnaire_version
      and (d.first_day is null or attempt.completed_at >= business_day_start(d.first_day))
      and (d.last_day is null or attempt.completed_at < business_day_start(d.last_day + 1))
      and (d.quality = 'all' or not exists (
        select from survey_review v where v.member_id = attempt.member_id and v.survey_id = attempt.survey_id and v.state = 'held'
      ))
      and (d.question_id is null or exists (
        select from survey_answer w where w.member_id = attempt.member_id and w.survey_id = attempt.survey_id
          and w.question_id = d.question_id and w.answer #>> '{}' = d.answer
      ))
      and (d.traits is null or not exists (
        -- Of each attribute that was chosen they had one of the codes, or have withdrawn it since.
        select from (select split_part(trait, '=', 1) || '=' as told, array_agg(trait) as words from unnest(d.traits) trait group by 1) chosen
        where not exists (
          select from survey_trait p where p.member_id = attempt.member_id and p.survey_id = attempt.survey_id
            and p.traits && (chosen.words || chosen.told)
        )
      ))
      and (not d.is_charged or exists (
        select from client_place p
        where p.member_id = attempt.member_id and p.survey_id = attempt.survey_id and p.is_charged
      ) or exists (
        select from client_dispute x where x.survey_id = attempt.survey_id and x.respondent = respondent_of(attempt.attempt_id, (select respondent_key from survey s where s.survey_id = attempt.survey_id))
          and x.state = 'credited' and x.decided_at > d.delivered_at
      ))
    group by d.recipient
  ) g
)`
