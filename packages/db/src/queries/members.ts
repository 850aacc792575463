import { sql } from 'kysely'
import type { Db, Trx } from '../client.ts'
import { earningColumns } from './wallet.ts'

type NewMember = {
  memberId: string
  email: string
  firstName: string
  lastName: string
  country: string
  passwordHash: string
}

/**
 * Reserves an address for a new member and names him, or answers undefined when it has an owner. Of several at the same
 * time the others wait for the first to commit.
 */
export async function insertEmailOwner(trx: Trx, email: string): Promise<string | undefined> {
  const owner = await trx
    .insertInto('emailOwner')
    .values({ email, memberId: sql<string>`gen_random_uuid()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('memberId')
    .executeTakeFirst()
  return owner?.memberId
}

export function insertMember(trx: Trx, member: NewMember) {
  return trx
    .insertInto('member')
    .values({
      ...member,
      emailVerifiedAt: null,
      premiumUntil: null,
      adminRole: null,
      suspendedAt: null,
      suspensionReason: null,
      deletionDueAt: null,
      erasedAt: null,
    })
    .execute()
}

/** By address. Goes through the look-up table: the member's own row is then one primary-key read. */
export function findMemberByEmail(db: Db, email: string) {
  return db
    .selectFrom('emailOwner')
    .innerJoin('member', 'member.memberId', 'emailOwner.memberId')
    .select((eb) => [
      'member.memberId',
      'member.firstName',
      'member.passwordHash',
      eb('member.emailVerifiedAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
    ])
    .where('emailOwner.email', '=', email)
    .executeTakeFirst()
}

/** Puts whatever changes how this member signs in in a line until the transaction ends. */
export function lockMember(trx: Trx, memberId: string) {
  return trx
    .selectFrom('member')
    .select((eb) => [
      'email',
      'firstName',
      eb('emailVerifiedAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
    ])
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

/** Keeps the moment of the first time. */
export function markEmailVerified(trx: Trx, memberId: string) {
  return trx
    .updateTable('member')
    .set((eb) => ({ emailVerifiedAt: eb.fn.coalesce('emailVerifiedAt', sql<Date>`now()`) }))
    .where('memberId', '=', memberId)
    .execute()
}

/** Changes nothing when the hash is no longer the one that was checked: another call has set a new password since. */
export function replacePasswordHash(db: Db, memberId: string, hashes: { checked: string; fresh: string }) {
  return db
    .updateTable('member')
    .set({ passwordHash: hashes.fresh })
    .where('memberId', '=', memberId)
    .where('passwordHash', '=', hashes.checked)
    .execute()
}

/** The member as he sees himself. */
export function getUser(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .innerJoin('wallet', 'wallet.memberId', 'member.memberId')
    .select((eb) => [
      'member.memberId as id',
      'member.firstName',
      'member.lastName',
      'member.email',
      'member.country',
      eb('member.emailVerifiedAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
      eb('member.adminRole', 'is not', null).$castTo<boolean>().as('isAdmin'),
      isPremium.as('isPremium'),
      'member.createdAt',
      'wallet.available as points',
    ])
    .select(earningColumns)
    .where('member.memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

export const isEmailVerified = sql<boolean>`member.email_verified_at is not null`

/** By the database's clock, on which every process agrees. */
export const isPremium = sql<boolean>`coalesce(member.premium_until > now(), false)`
