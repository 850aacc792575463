import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../client.ts'
import type { Database } from '../../schema.gen.ts'
import { selectPendingEmail } from '../auth/links.ts'
import { isPremium } from '../auth/sessions.ts'
import { endReservation, keepMailbox } from './email-moves.ts'

type NewMember = {
  memberId: string
  email: string
  firstName: string
  lastName: string
  country: string
  passwordHash: string
}

/**
 * Reserve an email address and return the new member's id; undefined when it has an owner, or a former one who can still go
 * back to it. Concurrent callers wait.
 */
export async function insertEmailOwner(trx: Trx, email: string): Promise<string | undefined> {
  await endReservation(trx, email)
  const owner = await trx
    .insertInto('emailOwner')
    .values({ email, memberId: sql<string>`gen_random_uuid()` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('memberId')
    .executeTakeFirst()
  return owner?.memberId
}

export function insertMember(trx: Trx, member: NewMember) {
  return trx.insertInto('member').values(member).execute()
}

const whoSignsIn = (eb: ExpressionBuilder<Database, 'member'>) =>
  [
    'memberId',
    'firstName',
    'passwordHash',
    eb('emailVerifiedAt', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
    eb('suspendedAt', 'is not', null).$castTo<boolean>().as('isSuspended'),
    'deletionDueAt',
  ] as const

/**
 * Find a member by address. Goes through the lookup table: the member's own row is then one primary-key read. Not a join,
 * for which several servers would send all members to each other.
 */
export function findMemberByEmail(db: Db, email: string) {
  return db
    .selectFrom('member')
    .select(whoSignsIn)
    .where('memberId', '=', (eb) =>
      eb
        .selectFrom('emailOwner')
        .select('emailOwner.memberId')
        .where('emailOwner.email', '=', email)
        .where('emailOwner.reservedUntil', 'is', null),
    )
    .executeTakeFirst()
}

/**
 * Serialise what changes how this member signs in, until the transaction ends. Undefined for an erased member.
 */
export function lockMember(trx: Trx, memberId: string) {
  return trx
    .selectFrom('member')
    .select(whoSignsIn)
    .select(['email', 'suspensionReason', 'isSignUpContested', 'adminRole'])
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Give an unused account to a new sign-up with its address: unverified, never credited, in good standing and without rights.
 * @returns its id, or undefined when it is in use
 */
export async function replaceUnusedMember(trx: Trx, { email, ...person }: Omit<NewMember, 'memberId'>) {
  // Two statements: an address and its member may be on two servers. The member's row confirms that the address is theirs.
  const owner = await trx
    .selectFrom('emailOwner')
    .select('memberId')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!owner) return undefined
  const replaced = await trx
    .updateTable('member')
    .from('wallet')
    .set({ ...person, isSignUpContested: true })
    .where('member.memberId', '=', owner.memberId)
    .where('wallet.memberId', '=', owner.memberId)
    .where('member.email', '=', email)
    .where('member.emailVerifiedAt', 'is', null)
    .where('member.suspendedAt', 'is', null)
    .where('member.deletionDueAt', 'is', null)
    .where('member.adminRole', 'is', null)
    .where('member.premiumUntil', 'is', null)
    .where('wallet.seq', '=', 0)
    .returning('member.memberId')
    .executeTakeFirst()
  return replaced?.memberId
}

/** Cancel the deletion: the member keeps the account. */
export function cancelDeletion(trx: Trx, memberId: string) {
  return trx
    .updateTable('member')
    .set({ deletionDueAt: null })
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .execute()
}

/** Keep the time of the first verification. */
export async function markEmailVerified(trx: Trx, memberId: string): Promise<void> {
  const verified = await trx
    .updateTable('member')
    .set({ emailVerifiedAt: sql<Date>`least(email_verified_at, now())` })
    .where('memberId', '=', memberId)
    .returning(['memberId', 'email'])
    .executeTakeFirst()
  if (verified) await keepMailbox(trx, verified)
}

/**
 * Replace a password hash, unless it is no longer the one that was checked: another call has set a new password since.
 * @returns whether the new hash was stored
 */
export async function replacePasswordHash(
  db: Db,
  memberId: string,
  hashes: { checked: string; fresh: string },
): Promise<boolean> {
  const replaced = await db
    .updateTable('member')
    .set({ passwordHash: hashes.fresh })
    .where('memberId', '=', memberId)
    .where('passwordHash', '=', hashes.checked)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

/** Remove the password, so that no one knows it until the owner sets one. */
export function dropPassword(trx: Trx, memberId: string) {
  return trx
    .updateTable('member')
    .set({ passwordHash: '-', isSignUpContested: false })
    .where('memberId', '=', memberId)
    .execute()
}

/** Set the password whatever the previous one: the member has proved in another way that they may. */
export function setPasswordHash(trx: Trx, memberId: string, passwordHash: string) {
  return trx.updateTable('member').set({ passwordHash }).where('memberId', '=', memberId).execute()
}

export async function getPasswordHash(db: Db, memberId: string): Promise<string> {
  const member = await db
    .selectFrom('member')
    .select('passwordHash')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return member.passwordHash
}

/** Read the personal words that must not be in the password. */
export function getPerson(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .select(['firstName', 'lastName', 'email'])
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Read the first name for a greeting; undefined for an erased member. */
export function findFirstName(db: Db, memberId: string) {
  return db
    .selectFrom('member')
    .select('firstName')
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
}

/** Read the member as they see themselves. */
export const getUser = (db: Db, memberId: string) => selectUser(db, memberId).executeTakeFirstOrThrow()

/** With what waits and what ends: the address that is to be verified, and premium if it counts now. */
export function selectEditableUser(db: Db, memberId: string) {
  return selectUser(db, memberId).select((eb) => [
    selectPendingEmail(db, memberId).as('pendingEmail'),
    eb.case().when(isPremium).then(eb.ref('member.premiumUntil')).end().as('premiumUntil'),
  ])
}

function selectUser(db: Db, memberId: string) {
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
      rating.as('rating'),
    ])
    .select(earningColumns)
    .where('member.memberId', '=', memberId)
}

/** Whether the id belongs to a member, erased ones included. */
export async function isMember(db: Db, memberId: string): Promise<boolean> {
  const found = await db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return found !== undefined
}

/** List with whom a member declares to share a phone. */
export async function listSharing(db: Db, memberId: string): Promise<string[]> {
  const declared = await db
    .selectFrom('sharedPhone')
    .select('names')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return declared?.names ?? []
}

/** Replace the declaration. Without names there is none. */
export async function replaceSharing(db: Db, memberId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) {
    await db.deleteFrom('sharedPhone').where('memberId', '=', memberId).execute()
    return
  }
  await db
    .insertInto('sharedPhone')
    .values({ memberId, names: [...names] })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((eb) => ({
        names: eb.ref('excluded.names'),
        declaredAt: eb.ref('excluded.declaredAt'),
      })),
    )
    .execute()
}

const ofWallet = expressionBuilder<Database, 'wallet'>()

/** A member's earnings, in total and in the current business month, and finished surveys: for a query over `wallet`. */
export const earningColumns = [
  ofWallet.ref('wallet.totalEarnings').as('totalEarnings'),
  ofWallet
    .selectFrom('earningDay')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('points'), sql<number>`0`).as('points'))
    .whereRef('earningDay.memberId', '=', 'wallet.memberId')
    .where('day', '>=', sql<string>`date_trunc('month', business_day(now()))::date`)
    .$asScalar()
    .$notNull()
    .as('thisMonthEarnings'),
  ofWallet
    .selectFrom('surveyAttempt')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .whereRef('surveyAttempt.memberId', '=', 'wallet.memberId')
    .where('status', '=', 'completed')
    .$asScalar()
    .$notNull()
    .as('surveysCompleted'),
] as const

/** `User.rating` of the contract: for a query over `wallet`. */
export const rating = sql<number>`(
  select greatest(1, round(5 - 5 * reversed / greatest(completed, reversed, 1), 1)) from
    (select count(*)::numeric as reversed from posting p
      where p.member_id = wallet.member_id and p.kind = 'reversal') as reversals,
    (select count(*)::numeric as completed from survey_attempt a
      where a.member_id = wallet.member_id and a.status = 'completed') as completions
)`

/** The subjects of entries about a member: the member, their withdrawals, proofs, claims and reviewed surveys. */
export const subjectsOf = (memberId: string) => sql`
  select 'member:' || ${memberId}
  union all select 'withdrawal:' || withdrawal_id from withdrawal where member_id = ${memberId}::uuid
  union all select 'proof:' || proof_id from task_proof where member_id = ${memberId}::uuid
  union all select 'claim:' || claim_id from credit_claim where member_id = ${memberId}::uuid
  union all select 'survey-review:' || review_id from survey_review where member_id = ${memberId}::uuid
`

/** False also for an unknown id. */
export async function isErased(db: Db, memberId: string): Promise<boolean> {
  const erased = await db
    .selectFrom('member')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('erasedAt', 'is not', null)
    .executeTakeFirst()
  return erased !== undefined
}
