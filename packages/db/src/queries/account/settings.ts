import type { chosenSettings, UpdateSettingsInput } from '@chuma/contract/account/settings'
import type { Language } from '@chuma/contract/languages'
import type { Answer } from '@chuma/contract/timestamp'
import { sql } from 'kysely'
import type { Db } from '../../client.ts'

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
