import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../client.ts'

/** Every column that holds a sealed secret, apart from those that need more than one column or lie within JSON. */
export const SEALED_COLUMNS = [
  { table: 'staff_second_factor', id: 'staff_id', type: 'uuid', column: 'secret' },
  { table: 'member_second_factor', id: 'member_id', type: 'uuid', column: 'secret' },
  { table: 'client_second_factor', id: 'user_id', type: 'uuid', column: 'secret' },
  { table: 'destination_code', id: 'member_id', type: 'uuid', column: 'number' },
  { table: 'member_tax', id: 'member_id', type: 'uuid', column: 'pin' },
  { table: 'tax_file', id: 'month', type: 'text', column: 'content' },
  { table: 'partner', id: 'partner_id', type: 'uuid', column: 'secret' },
  { table: 'webhook_endpoint', id: 'endpoint_id', type: 'uuid', column: 'secret' },
  { table: 'webhook_endpoint', id: 'endpoint_id', type: 'uuid', column: 'former_secret' },
  { table: 'provider_token', id: 'provider', type: 'text', column: 'token' },
] as const
export type SealedColumn = (typeof SEALED_COLUMNS)[number]

/** `plain`: what no key has sealed. `other keys`: that, and what another key than this one has sealed, if it is not lost. */
export type Unsealed =
  | { only: 'plain' }
  | { only: 'other keys'; keyId: string; lostKeyIds: readonly string[] }

function isUnsealed(column: RawBuilder<unknown>, unsealed: Unsealed): RawBuilder<boolean> {
  const prefix = unsealed.only === 'plain' ? 'sealed:1:%' : `sealed:1:${unsealed.keyId}:%`
  const isOther = sql<boolean>`(${column} is not null and ${column} not like ${prefix})`
  return unsealed.only === 'plain'
    ? isOther
    : sql`(${isOther} and not ${isSealedWith(column, unsealed.lostKeyIds)})`
}

const isSealedWith = (column: RawBuilder<unknown>, keyIds: readonly string[]) =>
  sql<boolean>`(${column} like 'sealed:1:%' and split_part(${column}, ':', 3) = any(${keyIds}))`

/** Serialise everything that seals stored secrets or counts their keys, until the transaction ends. */
export async function lockSealing(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('seal-secrets'))`.execute(trx)
}

export type StoredSecret = { id: string; value: string }

/** List the next rows by id. */
export async function listUnsealed(
  trx: Trx,
  { table, id, column }: SealedColumn,
  { limit, ...unsealed }: Unsealed & { limit: number },
): Promise<StoredSecret[]> {
  const [of, value] = [sql.ref(id), sql.ref(column)]
  const { rows } = await sql<StoredSecret>`
    select ${of}::text as id, ${value} as value from ${sql.table(table)}
    where ${isUnsealed(value, unsealed)} order by ${of} limit ${limit}
  `.execute(trx)
  return rows
}

type Resealed = StoredSecret & { sealed: string }

/** Replace each value, unless it has changed since it was read. */
export async function replaceSecrets(
  trx: Trx,
  { table, id, type, column }: SealedColumn,
  rows: readonly Resealed[],
): Promise<void> {
  const [of, value] = [sql.ref(`t.${id}`), sql.ref(column)]
  await sql`
    update ${sql.table(table)} as t set ${value} = n.sealed
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.value)}::text[],
      ${rows.map((row) => row.sealed)}::text[]) as n (id, value, sealed)
    where ${of} = n.id::${sql.raw(type)} and t.${value} = n.value
  `.execute(trx)
}

/** List partners whose URL key is plain, or sealed with another key. */
export async function listUnsealedPublicKeys(trx: Trx, unsealed: Unsealed) {
  const { rows } = await sql<StoredSecret>`
    select partner_id as id, public_key as value from partner
    where ${isUnsealed(sql.ref('public_key'), unsealed)} order by partner_id limit 500
  `.execute(trx)
  return rows
}

export async function replacePublicKey(
  trx: Trx,
  { id, value }: StoredSecret,
  sealed: { publicKey: string; publicKeyHash: Buffer },
): Promise<void> {
  await trx
    .updateTable('partner')
    .set(sealed)
    .where('partnerId', '=', id)
    .where('publicKey', '=', value)
    .execute()
}

const request = ['eventId', 'target', 'headers', 'body', 'sealed'] as const

/** List events whose request is plain. */
export function listPlainEvents(trx: Trx, limit: number) {
  return trx
    .selectFrom('partnerEvent')
    .select(request)
    .where('sealed', 'is', null)
    .where('emptiedAt', 'is', null)
    .orderBy('eventId')
    .limit(limit)
    .execute()
}

/** List the next events by id. `isCurrent`: this key has sealed it. Each call reads no more than `limit` rows. */
export function listEventsAfter(
  trx: Trx,
  { after, limit, keyId }: { after: string; limit: number; keyId: string },
) {
  return trx
    .selectFrom('partnerEvent')
    .select([
      ...request,
      sql<boolean>`coalesce(sealed like ${`sealed:1:${keyId}:%`}, emptied_at is not null)`.as('isCurrent'),
    ])
    .where('eventId', '>', after)
    .orderBy('eventId')
    .limit(limit)
    .execute()
}

/** List approval requests whose payload has a secret that another key has sealed. */
export async function listPayloadsOfOthers(
  trx: Trx,
  { keyId, lostKeyIds, limit }: { keyId: string; lostKeyIds: readonly string[]; limit: number },
) {
  const text = sql`payload #>> '{sealedSecret,text}'`
  const { rows } = await sql<StoredSecret & { secretId: string }>`
    select approval_id as id, payload #>> '{sealedSecret,id}' as secret_id, payload #>> '{sealedSecret,text}' as value
    from approval_request where ${isUnsealed(text, { only: 'other keys', keyId, lostKeyIds })}
    order by approval_id limit ${limit}
  `.execute(trx)
  return rows
}

export async function replacePayloadSecret(trx: Trx, { id, value }: StoredSecret, sealed: string) {
  await sql`
    update approval_request set payload = jsonb_set(payload, '{sealedSecret,text}', to_jsonb(${sealed}::text))
    where approval_id = ${id} and payload #>> '{sealedSecret,text}' = ${value}
  `.execute(trx)
}

export async function replaceEvents(trx: Trx, rows: readonly { eventId: string; sealed: string }[]) {
  await sql`
    update partner_event as t set target = null, headers = null, body = null, sealed = n.sealed
    from unnest(${rows.map((row) => row.eventId)}::uuid[], ${rows.map((row) => row.sealed)}::text[])
      as n (event_id, sealed)
    where t.event_id = n.event_id
  `.execute(trx)
}

/** Whether the database is of a version that seals secrets. */
export async function knowsKeys(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    knows: boolean
  }>`select to_regclass('secret_key') is not null as knows`.execute(db)
  return rows[0]?.knows ?? false
}

/** List the ids of the keys that the database knows or that sealed any of its secrets, apart from those in large tables, and lost ones. */
export async function listKeyIds(db: Db): Promise<string[]> {
  const columns = [...SEALED_COLUMNS, { table: 'partner', column: 'public_key' }].map(
    ({ table, column }) => sql`
      select split_part(${sql.ref(column)}, ':', 3) as key_id from ${sql.table(table)}
      where ${sql.ref(column)} like 'sealed:1:%'`,
  )
  const { rows } = await sql<{ keyId: string }>`
    select key_id from secret_key union ${sql.join(columns, sql` union `)} order by key_id
  `.execute(db)
  const lost = await listLostKeyIds(db)
  return rows.map(({ keyId }) => keyId).filter((keyId) => !lost.includes(keyId))
}

/** Also of a database that is older than the column: people back up before they update. */
export async function listLostKeyIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ keyId: string }>`
    select key_id from secret_key where to_jsonb(secret_key) ->> 'lost_at' is not null order by key_id
  `.execute(db)
  return rows.map(({ keyId }) => keyId)
}

/** Whether the key that sealed this column is marked as lost, so that it has to be given again. */
export const isSealedWithLostKey = (column: string) => sql<boolean>`exists (
  select from secret_key where lost_at is not null and key_id = split_part(${sql.ref(column)}, ':', 3))`

export async function markKeysLost(trx: Trx, keyIds: readonly string[]): Promise<void> {
  await sql`
    insert into secret_key (key_id, lost_at) select key_id, now() from unnest(${keyIds}::text[]) as lost (key_id)
    on conflict (key_id) do update set lost_at = coalesce(secret_key.lost_at, now())
  `.execute(trx)
}

/** A key that a process has is not lost. */
export async function markKeysFound(trx: Trx, keyIds: readonly string[]): Promise<void> {
  await trx.updateTable('secretKey').set({ lostAt: null }).where('keyId', 'in', keyIds).execute()
}

/** How many of each kind are sealed with one of these keys, and with any other. */
export type SealedCount = { kind: string; lost: number; others: number }

/** Count what is sealed with these keys, by table and column. The id in an envelope is authenticated: the key of another id never opens it. */
export async function countSealed(db: Db, keyIds: readonly string[]): Promise<SealedCount[]> {
  const columns = [
    ...SEALED_COLUMNS,
    { table: 'partner', column: 'public_key' },
    { table: 'partner_event', column: 'sealed' },
    { table: 'payout_details', column: 'account_number' },
    { table: 'payout_destination', column: 'value' },
    { table: 'withdrawal', column: 'account_number' },
  ].map(({ table, column }) => ({
    kind: `${table}.${column}`,
    from: sql.table(table),
    value: sql.ref(column),
  }))
  const counted = [
    ...columns,
    {
      kind: 'approval_request.payload',
      from: sql.table('approval_request'),
      value: sql`(payload #>> '{sealedSecret,text}')`,
    },
  ].map(
    ({ kind, from, value }) => sql`
      select ${kind}::text as kind, (count(*) filter (where ${isSealedWith(value, keyIds)}))::int as lost,
        (count(*) filter (where not ${isSealedWith(value, keyIds)}))::int as others
      from ${from} where ${value} like 'sealed:1:%'`,
  )
  const { rows } = await sql<SealedCount>`${sql.join(counted, sql` union all `)}`.execute(db)
  return rows
}

export async function insertKeyId(trx: Trx, keyId: string): Promise<void> {
  await trx
    .insertInto('secretKey')
    .values({ keyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Forget the other keys, which seal nothing any more. What a lost one sealed is still there. */
export async function deleteOtherKeyIds(trx: Trx, keyId: string): Promise<void> {
  await trx.deleteFrom('secretKey').where('keyId', '<>', keyId).where('lostAt', 'is', null).execute()
}
