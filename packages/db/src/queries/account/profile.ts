import type { chosenSettings, UpdateSettingsInput } from '@chuma/contract/account/account'
import { type activity, RECENT_ACTIVITIES } from '@chuma/contract/account/profile'
import type { Answer } from '@chuma/contract/fields'
import type { Language } from '@chuma/contract/platform'
import { sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { selectEditableUser } from './members.ts'

type Activity = Answer<typeof activity>

type Names = { firstName: string; lastName: string; country: string }

export function updateNames(trx: Trx, memberId: string, { firstName, lastName, country }: Names) {
  return trx
    .updateTable('member')
    .set({ firstName, lastName, country })
    .where('memberId', '=', memberId)
    .execute()
}

/** Read a member with started surveys and postings together, newest first. Finishing a survey is a posting. */
export async function getUserAndActivity(db: Db, memberId: string) {
  const recent = sql<(Omit<Activity, 'createdAt'> & { createdAt: string })[]>`(
    with begun as (
      select 'survey-started' as kind, 'Survey: ' || s.title as description, 0::bigint as points,
        a.started_at as "createdAt", 0::bigint as seq
      from survey_attempt a join survey s using (survey_id)
      where a.member_id = ${memberId} order by a.started_at desc limit ${RECENT_ACTIVITIES}
    ), moved as (
      select p.kind, p.description, p.available_delta, p.created_at, p.seq from posting p
      where p.member_id = ${memberId} order by p.seq desc limit ${RECENT_ACTIVITIES}
    ), newest as (
      select * from (table begun union all table moved) as activity
      order by "createdAt" desc, seq desc limit ${RECENT_ACTIVITIES}
    )
    select coalesce(jsonb_agg(to_jsonb(newest) - 'seq' order by "createdAt" desc, seq desc), '[]') from newest
  )`
  const { recentActivity, ...user } = await selectEditableUser(db, memberId)
    .select(recent.as('recentActivity'))
    .executeTakeFirstOrThrow()
  return {
    user,
    recentActivity: recentActivity.map((each) => ({ ...each, createdAt: new Date(each.createdAt) })),
  }
}

type Settings = Answer<typeof chosenSettings>

const settingsColumns = [
  'language',
  'theme',
  'mailsPayouts',
  'mailsSignIns',
  'analyticsConsent',
  'analyticsConsentAt',
] as const

/** For a member who never changed a setting. */
const DEFAULTS: Settings = {
  language: null,
  theme: null,
  mailsPayouts: true,
  mailsSignIns: true,
  analyticsConsent: null,
  analyticsConsentAt: null,
}

export async function getSettings(db: Db, memberId: string): Promise<Settings> {
  const chosen = await db
    .selectFrom('memberSettings')
    .select(settingsColumns)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return chosen ?? DEFAULTS
}

/** Read settings with what `listMemberTerms` lists: every page of a member opens with both. */
export async function getSettingsAndTerms(db: Db, memberId: string) {
  const rows = await db
    .selectFrom('member')
    .leftJoin('memberSettings', 'memberSettings.memberId', 'member.memberId')
    .leftJoin('memberTerms', 'memberTerms.memberId', 'member.memberId')
    .select(['version', 'how', 'seenAt', 'acceptedAt', ...settingsColumns])
    .where('member.memberId', '=', memberId)
    .orderBy('version', 'desc')
    .execute()
  const [chosen] = rows
  const settings = settingsColumns.map((name) => [name, chosen?.[name] ?? DEFAULTS[name]])
  const answered = rows.flatMap(({ version, how, seenAt, acceptedAt }) =>
    version && how && seenAt ? { version, how, seenAt, acceptedAt } : [],
  )
  return { settings: Object.fromEntries(settings) as Settings, answered }
}

/** Find the language for mail to this address; null when its owner never chose one, or it has no owner. */
export async function findMailLanguage(db: Db, email: string): Promise<Language | null> {
  const reader = await db
    .selectFrom('memberSettings')
    .select('language')
    .where('memberId', '=', (eb) =>
      eb.selectFrom('emailOwner').select('emailOwner.memberId').where('emailOwner.email', '=', email),
    )
    .executeTakeFirst()
  return reader?.language ?? null
}

/** Omitted settings stay. The time of consent changes with the answer, not when the same answer is repeated. */
export function upsertSettings(db: Db, memberId: string, change: UpdateSettingsInput): Promise<Settings> {
  const { language = null, theme = null, analyticsConsent = null } = change
  const isAsked = analyticsConsent !== null
  return db
    .insertInto('memberSettings')
    .values({
      ...change,
      memberId,
      language,
      theme,
      analyticsConsent,
      analyticsConsentAt: isAsked ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        ...change,
        analyticsConsentAt: isAsked
          ? sql<Date>`case when ${eb.ref('memberSettings.analyticsConsent')} is distinct from ${analyticsConsent}
              then excluded.analytics_consent_at else ${eb.ref('memberSettings.analyticsConsentAt')} end`
          : eb.ref('memberSettings.analyticsConsentAt'),
      })),
    )
    .returning(settingsColumns)
    .executeTakeFirstOrThrow()
}
