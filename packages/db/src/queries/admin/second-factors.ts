import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Whose second factor: that of a staff account, or of a member with an admin role. */
export type FactorOwner = { kind: 'staff' | 'member'; id: string }
/** Who may have an authenticator app: also someone of a client, who has no passkeys. */
export type CodeOwner = FactorOwner | { kind: 'client'; id: string }

/** Whether a member, in a query of `member`, has a second factor: an authenticator app or a passkey. */
export const isMemberFactorOn = sql<boolean>`(
  exists (select from member_second_factor f where f.member_id = member.member_id and f.confirmed_at is not null)
  or exists (select from member_passkey p where p.member_id = member.member_id)
)`

const TABLES = {
  staff: {
    factors: sql`staff_second_factor`,
    passkeys: sql`staff_passkey`,
    codes: sql`staff_recovery_code`,
    column: sql`staff_id`,
  },
  member: {
    factors: sql`member_second_factor`,
    passkeys: sql`member_passkey`,
    codes: sql`member_recovery_code`,
    column: sql`member_id`,
  },
  client: {
    factors: sql`client_second_factor`,
    passkeys: null,
    codes: sql`client_recovery_code`,
    column: sql`user_id`,
  },
}

/** The tables of a factor, and which of their rows are its owner's. */
function rowsOf({ kind, id }: CodeOwner) {
  const { column } = TABLES[kind]
  return { ...TABLES[kind], id, are: sql`${column} = ${id}::uuid` }
}

/** Store an unconfirmed secret, in place of an earlier unconfirmed one. False when a factor is already on. */
export async function insertSecondFactor(trx: Trx, owner: CodeOwner, secret: string): Promise<boolean> {
  const { factors, column, id } = rowsOf(owner)
  const { rows } = await sql`
    insert into ${factors} as f (${column}, secret) values (${id}, ${secret})
    on conflict (${column}) do update set secret = excluded.secret, last_step = 0 where f.confirmed_at is null
    returning 1
  `.execute(trx)
  return rows.length > 0
}

type LockedFactor = { secret: string; isOn: boolean; nowSeconds: number }

/**
 * Includes the database's seconds, which are the same for all processes. Locks the row: a key rotation must not seal the
 * secret again before its code is spent.
 */
export async function lockSecondFactor(trx: Trx, owner: CodeOwner): Promise<LockedFactor | undefined> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql<LockedFactor>`
    select secret, confirmed_at is not null as is_on, extract(epoch from now())::bigint as now_seconds
    from ${factors} where ${are} for update
  `.execute(trx)
  return rows[0]
}

export async function hasSecondFactor(trx: Trx, owner: CodeOwner): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql`select from ${factors} where ${are} and confirmed_at is not null`.execute(trx)
  return rows.length > 0
}

type Proof = CodeOwner & { secret: string; step: number }

/** Turn on the secret that the code belongs to, unless another has replaced it. */
export async function confirmSecondFactor(trx: Trx, { secret, step, ...owner }: Proof): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${factors} set confirmed_at = now(), last_step = ${step}
    where ${are} and secret = ${secret} and confirmed_at is null returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Use up a step: of concurrent calls with the same code one succeeds. Using a newer step uses up the older ones. */
export async function spendStep(trx: Trx, { secret, step, ...owner }: Proof): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${factors} set last_step = ${step}
    where ${are} and secret = ${secret} and confirmed_at is not null and last_step < ${step} returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Remove the authenticator app, and the recovery codes if no passkey is left to recover. */
export async function deleteSecondFactor(trx: Trx, owner: CodeOwner): Promise<boolean> {
  const { factors, are } = rowsOf(owner)
  const { rows } = await sql<{ wasOn: boolean }>`
    delete from ${factors} where ${are} returning confirmed_at is not null as was_on
  `.execute(trx)
  await deleteUnneededRecoveryCodes(trx, owner)
  return rows.some(({ wasOn }) => wasOn)
}

/** Remove the recovery codes of an account that has no factor. */
export async function deleteUnneededRecoveryCodes(trx: Trx, owner: CodeOwner): Promise<void> {
  const { factors, passkeys, codes, are } = rowsOf(owner)
  const hasPasskey = passkeys ? sql`exists (select from ${passkeys} where ${are})` : sql`false`
  await sql`
    delete from ${codes} where ${are} and not ${hasPasskey}
      and not exists (select from ${factors} where ${are} and confirmed_at is not null)
  `.execute(trx)
}

export async function replaceRecoveryCodes(trx: Trx, owner: CodeOwner, codeHashes: Buffer[]): Promise<void> {
  const { codes, column, id, are } = rowsOf(owner)
  await sql`delete from ${codes} where ${are}`.execute(trx)
  const values = codeHashes.map((codeHash) => sql`(${id}, ${codeHash})`)
  await sql`insert into ${codes} (${column}, code_hash) values ${sql.join(values)}`.execute(trx)
}

export async function spendRecoveryCode(trx: Trx, owner: CodeOwner, codeHash: Buffer): Promise<boolean> {
  const { codes, are } = rowsOf(owner)
  const { rows } = await sql`
    update ${codes} set used_at = now() where ${are} and code_hash = ${codeHash} and used_at is null returning 1
  `.execute(trx)
  return rows.length > 0
}

export async function countRecoveryCodes(trx: Trx, owner: CodeOwner): Promise<number> {
  const { codes, are } = rowsOf(owner)
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from ${codes} where ${are} and used_at is null
  `.execute(trx)
  return Number(rows[0]?.left)
}
