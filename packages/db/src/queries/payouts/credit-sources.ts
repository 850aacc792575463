import { sql } from 'kysely'
import type { Db } from '../../client.ts'
import { personOf } from '../admin/people.ts'

/**
 * What a member was given lately: points, and where they came from, as actors other than the member (`staff:…`, `partner:…`)
 * and subjects of the audit log (`survey:…`, `task:…`).
 */
type RecentCredit = { memberId: string; points: number; sources: string[] }

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
        'task:' || coalesce(click.task_id, posting.subject_id)
      ], null) as sources
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
 * Find which of these sources an actor's person is, or created or changed in the last `days`. The quiz and the wheel belong
 * to nobody.
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
  `.execute(db)
  return new Set(rows.map(({ source }) => source))
}
