import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { personOf } from '../admin/people.ts'

/**
 * What a member was given lately: points, and where they came from, as actors other than the member (`staff:…`, `partner:…`)
 * and subjects of the audit log (`survey:…`, `task:…`, `question:…`). What only premium earns comes from those who granted it, too.
 */
type RecentCredit = { memberId: string; points: number; sources: string[] }

/** Not a subject of the audit log: of the economy's changes, only those of the odds count. */
const WHEEL = 'wheel'

/** List what these members were given in the last `days`. */
export async function listRecentCredits(
  db: Db,
  memberIds: readonly string[],
  days: number,
): Promise<RecentCredit[]> {
  const { rows } = await sql<RecentCredit>`
    select posting.member_id, sum(posting.available_delta)::bigint as points,
      array_remove(array[
        nullif(posting.actor, 'member:' || posting.member_id),
        'survey:' || coalesce(click.survey_id, case when posting.kind = 'survey' then posting.subject_id end),
        'task:' || coalesce(click.task_id, posting.subject_id),
        case when posting.kind = 'spin' then ${WHEEL} end,
        case when posting.kind = 'quiz' then 'quiz' end
      ], null) || array(
        select 'question:' || (asked ->> 'id') from quiz_attempt, jsonb_array_elements(quiz_attempt.questions) as asked
        where posting.kind = 'quiz' and quiz_attempt.member_id = posting.member_id
          and posting.source_key = 'quiz:' || quiz_attempt.day
      ) || array(
        select distinct g.actor from premium_grant g
        where posting.kind in ('spin', 'quiz', 'video', 'ad', 'social') and g.member_id = posting.member_id and g.kind = 'staff'
          and g.created_at <= posting.created_at
          and g.created_at > now() - make_interval(days => ${days}, months => g.months)
      ) as sources
    from posting
    left join partner_credit on partner_credit.member_id = posting.member_id
      and partner_credit.credit_id = posting.subject_id
    left join click on click.member_id = posting.member_id
      and click.click_id = coalesce(partner_credit.click_id, posting.subject_id)
    where posting.member_id = any(${sql.val(memberIds)}::uuid[]) and posting.available_delta > 0
      and posting.kind <> 'release' and posting.created_at > now() - make_interval(days => ${days})
    group by posting.member_id, sources
  `.execute(db)
  return rows
}

/**
 * Find which of these sources an actor's person is, or created or changed in the last `days`. The wheel is theirs if they changed
 * its odds without a second person.
 */
export async function findOwnSources(
  db: Db,
  { actor, sources, days }: { actor: string; sources: readonly string[]; days: number },
): Promise<Set<string>> {
  const listed = sql.val(sources)
  const { rows } = await sql<{ source: string }>`
    with me as materialized (select ${personOf(actor)} as person_id)
    select source from me, unnest(${listed}::text[]) as source
    where source = ${actor} or person_of(source) = me.person_id
    union
    select audit_entry.subject from me, audit_entry
    where audit_entry.subject = any(${listed}::text[]) and audit_entry.at > now() - make_interval(days => ${days})
      and (audit_entry.actor = ${actor} or audit_entry.person_id = me.person_id)
    union
    select ${WHEEL} from me, audit_entry
    where ${WHEEL} = any(${listed}::text[]) and audit_entry.at > now() - make_interval(days => ${days})
      and audit_entry.subject = 'economy' and audit_entry.action = 'economy.changed' and audit_entry.after ? 'spinTable'
      and coalesce(audit_entry.after ->> 'approvedBy', 'system') = 'system'
      and (audit_entry.actor = ${actor} or audit_entry.person_id = me.person_id)
  `.execute(db)
  return new Set(rows.map(({ source }) => source))
}
