import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import { CLIENT_MAILS } from './client-own-data.ts'

/** Undefined: the name is taken. */
export async function insertClient(trx: Trx, client: { name: string; createdBy: string }) {
  const inserted = await trx
    .insertInto('clientOrganisation')
    .values(client)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('organisationId')
    .executeTakeFirst()
  if (!inserted) return undefined
  await trx.insertInto('clientAccount').values({ organisationId: inserted.organisationId }).execute()
  return inserted.organisationId
}

function clientsQuery(db: Db) {
  return db
    .selectFrom('clientOrganisation as o')
    .innerJoin('clientAccount as a', 'a.organisationId', 'o.organisationId')
    .select([
      'o.organisationId as id',
      'o.name',
      'o.createdAt',
      sql<number>`(select count(*) from client_user u where u.organisation_id = o.organisation_id and u.removed_at is null)`.as(
        'users',
      ),
      sql<number>`(select count(*) from client_survey s where s.organisation_id = o.organisation_id)`.as(
        'surveys',
      ),
      sql<number>`a.prepaid_cents - a.reserved_cents - a.consumed_cents`.as('availableCents'),
    ])
}

/** List organisations in the order of their ids. */
export function listClients(db: Db, { after, limit }: { after?: string | undefined; limit: number }) {
  return clientsQuery(db)
    .$if(after !== undefined, (query) => query.where('o.organisationId', '>', after ?? ''))
    .orderBy('o.organisationId')
    .limit(limit)
    .execute()
}

export const findClient = (db: Db, organisationId: string) =>
  clientsQuery(db).where('o.organisationId', '=', organisationId).executeTakeFirst()

/** Undefined: the address is someone's already. */
export async function insertClientUser(
  trx: Trx,
  user: { organisationId: string; name: string; email: string; createdBy: string },
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('clientUser')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('userId')
    .executeTakeFirst()
  return inserted?.userId
}

/** Whether someone of a client has turned an authenticator app on. */
export const hasFactor = (userId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from client_second_factor f where f.user_id = ${userId} and f.confirmed_at is not null
)`

/** List an organisation's people, oldest first. */
export function listClientUsers(db: Db, organisationId: string) {
  return db
    .selectFrom('clientUser as u')
    .select([
      'u.userId as id',
      'u.name',
      'u.email',
      'u.createdAt',
      sql<boolean>`u.password_hash is not null`.as('hasPassword'),
      hasFactor(sql`u.user_id`).as('isSecondFactorOn'),
      sql<Date | null>`(select max(last_seen_at) from client_session s where s.user_id = u.user_id)`.as(
        'lastSeenAt',
      ),
    ])
    .where('u.organisationId', '=', organisationId)
    .where('u.removedAt', 'is', null)
    .orderBy('u.createdAt')
    .orderBy('u.userId')
    .limit(100)
    .execute()
}

const userColumns = ['userId', 'organisationId', 'name', 'email', 'passwordHash'] as const

export function findClientUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('clientUser')
    .select(userColumns)
    .where('email', '=', email)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

export function findClientUser(db: Db, userId: string) {
  return db
    .selectFrom('clientUser')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

export function lockClientUser(trx: Trx, userId: string) {
  return trx
    .selectFrom('clientUser')
    .select(userColumns)
    .where('userId', '=', userId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function setClientPassword(
  trx: Trx,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
) {
  return trx.updateTable('clientUser').set({ passwordHash }).where('userId', '=', userId).execute()
}

/** Replace what is personal of someone who is removed. Their comments and acceptances stay, under no name. */
export function blotOutClientUser(trx: Trx, userId: string) {
  return trx
    .updateTable('clientUser')
    .set({
      name: '(removed)',
      email: sql<string>`'removed-' || user_id || '@invalid'`,
      passwordHash: null,
      removedAt: sql<Date>`now()`,
    })
    .where('userId', '=', userId)
    .execute()
}

/** Remove the mails that someone of a client got as such, before their address is replaced. */
export async function deleteClientMail(trx: Trx, email: string): Promise<void> {
  await trx
    .deleteFrom('mailDelivery')
    .where('recipient', '=', email)
    .where('kind', 'in', CLIENT_MAILS)
    .execute()
  await trx.deleteFrom('capturedMail').where('recipient', '=', email).execute()
}
