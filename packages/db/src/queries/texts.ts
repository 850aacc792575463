import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import type { SmsDelivery } from '../schema.gen.ts'
import { movedTo } from '../state-columns.ts'

export type TextRef = { memberId: string; textId: string }
export type NewText = TextRef &
  Pick<Insertable<SmsDelivery>, 'kind' | 'recipientHash'> & { provider: SmsDelivery['provider'] }
export type LockedText = TextRef &
  Pick<Selectable<SmsDelivery>, 'state' | 'problem' | 'lastError' | 'providerId'>
type State = LockedText['state']

const locked = ['memberId', 'textId', 'state', 'problem', 'lastError', 'providerId'] as const

/** Begin to send a text. False when one with this id was begun before. */
export async function insertText(trx: Trx, text: NewText): Promise<boolean> {
  const inserted = await trx
    .insertInto('smsDelivery')
    .values(text)
    .onConflict((conflict) => conflict.columns(['memberId', 'textId']).doNothing())
    .returning('textId')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Serialises what is recorded about a text. */
export function lockText(trx: Trx, { memberId, textId }: TextRef): Promise<LockedText | undefined> {
  return trx
    .selectFrom('smsDelivery')
    .select(locked)
    .where('memberId', '=', memberId)
    .where('textId', '=', textId)
    .forUpdate()
    .executeTakeFirst()
}

/** A report names the provider's id and the number. */
export type Reported = { providerId: string; recipientHashes: readonly Buffer[] | null }

/**
 * Find the text that a report is about: by the provider's id, or, while we do not know it, the newest of the last day to that
 * number whose outcome is open. A report can overtake the answer to our request, and a worker can die before it stores the id.
 * One statement: between two, the answer could be stored, and neither would find the text.
 */
export function findReportedText(db: Db, { providerId, recipientHashes }: Reported) {
  const isOfNumber = sql<boolean>`
    recipient_hash = any(${recipientHashes ?? []}::bytea[]) and provider_id is null
    and state in ('sending', 'unknown') and created_at > now() - interval '1 day'
  `
  return db
    .selectFrom('smsDelivery')
    .select(['memberId', 'textId'])
    .where((eb) => eb.or([eb('providerId', '=', providerId), isOfNumber]))
    .orderBy('providerId', (order) => order.asc().nullsLast())
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type TextChange = Partial<Pick<LockedText, 'problem' | 'lastError'>> & {
  providerId?: string | null
  cost?: string | null
}

/** Only `moveText` calls this. False when the text is not in `from`: nothing has changed then. */
export async function updateTextState(
  trx: Trx,
  { memberId, textId }: TextRef,
  { from, to, problem = null, ...change }: TextChange & { from: State; to: State },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('smsDelivery')
    .set({
      ...change,
      problem,
      state: movedTo(to),
      settledAt: to === 'sending' || to === 'refused' ? null : sql<Date>`statement_timestamp()`,
      ...(to === 'sending' ? { attempts: sql<number>`attempts + 1` } : {}),
    })
    .where('memberId', '=', memberId)
    .where('textId', '=', textId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Record what the provider calls a text whose report came before its answer. */
export async function noteProviderId(
  trx: Trx,
  { memberId, textId }: TextRef,
  { providerId, cost }: { providerId: string | null; cost: string | null },
): Promise<void> {
  await trx
    .updateTable('smsDelivery')
    .set({ providerId, cost })
    .where('memberId', '=', memberId)
    .where('textId', '=', textId)
    .execute()
}

/** Count one more text of a business day, if the day's limit allows it. Concurrent calls are counted one after the other. */
export async function reserveText(db: Db, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into sms_day as kept (day, texts) select business_day(now()), 1 where ${limit} > 0
    on conflict (day) do update set texts = kept.texts + 1 where kept.texts < ${limit}
    returning day
  `.execute(db)
  return rows.length > 0
}

/** Read how long the business day still lasts. */
export async function getSecondsOfDayLeft(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from business_day_start(business_day(now()) + 1) - now()))::int as seconds
  `.execute(db)
  return rows[0]?.seconds ?? 0
}

export type CapturedText = { to: string; text: string; textId: string }

/** Store a text that is not sent, where /dev/mailbox shows it. */
export function insertCapturedText(db: Db, { to, text, textId }: CapturedText) {
  return db
    .insertInto('capturedMail')
    .values({ recipient: to, subject: '', bodyText: text, bodyHtml: '', textId })
    .execute()
}

/** List the texts to a member, for their data export. */
export function listTextsTo(trx: Trx, memberId: string) {
  return trx
    .selectFrom('smsDelivery')
    .select(['kind', 'state', 'createdAt'])
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('textId')
    .execute()
}

/** Delete captured texts to a member. Two statements: they are on different servers. */
export async function deleteCapturedTextsOf(trx: Trx, memberId: string): Promise<void> {
  const texts = await trx
    .selectFrom('smsDelivery')
    .select('textId')
    .where('memberId', '=', memberId)
    .execute()
  await trx
    .deleteFrom('capturedMail')
    .where('textId', '=', sql<string>`any(${texts.map(({ textId }) => textId)}::uuid[])`)
    .execute()
}
