import { PREFER_NOT } from '@chuma/contract/profile/attribute'
import { STATISTICS_CONSENT_VERSION } from '@chuma/contract/profile/profile'
import { AGE_BANDS, TRAIT_KEYS, TRAITS, type TraitKey } from '@chuma/contract/surveys/traits'
import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

type AttemptRef = { memberId: string; surveyId: string }

const ATTRIBUTES = TRAIT_KEYS.map((key) => TRAITS[key].attribute)
const age = sql`extract(year from business_day(now()))::int - codes[1]::int`

/**
 * Keep what a member's profile says as they complete a survey: unexpired answers whose consent covers statistics. The caller holds the
 * wallet's lock, so that an answer that is being withdrawn is not kept.
 */
export async function keepTraits(trx: Trx, { memberId, surveyId }: AttemptRef): Promise<void> {
  await sql`
    insert into survey_trait (member_id, survey_id, traits)
    select ${memberId}, ${surveyId}, array_agg(key || '=' || code order by key) from (
      select case attribute when 'birth_year' then 'age' else attribute end as key,
        case attribute when 'birth_year' then (${sql.val(AGE_BANDS.map(({ code }) => code))}::text[])[
          width_bucket(${age}, ${sql.val(AGE_BANDS.map(({ from }) => from))}::int[])
        ] else codes[1] end as code
      from profile_answer
      where member_id = ${memberId} and attribute = any(${sql.val(ATTRIBUTES)}::text[]) and expires_at > now()
        and consent_version >= ${STATISTICS_CONSENT_VERSION} and ${PREFER_NOT} <> all (codes)
    ) told where code is not null having count(*) > 0
    on conflict (member_id, survey_id) do nothing
  `.execute(trx)
}

/** Forget a trait in every survey that the member has completed. What is left says only that it was withdrawn. */
export async function forgetTrait(trx: Trx, memberId: string, key: TraitKey): Promise<void> {
  const told = `${key}=`
  await sql`
    update survey_trait set traits = array(
      select case when starts_with(trait, ${told}) then ${told} else trait end from unnest(traits) with ordinality t(trait, at) order by at
    )
    where member_id = ${memberId} and exists (select from unnest(traits) trait where starts_with(trait, ${told}))
  `.execute(trx)
}
