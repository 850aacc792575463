import { createToken } from '@chuma/core/auth/sessions'
import type { Db } from '@chuma/db/client'
import { sql } from 'kysely'

/** A signed-in member, as the load sends them and as the bare handler looks them up. */
export type Person = {
  memberId: string
  email: string
  token: string
  tokenHash: string
  mpesaNumber: string
}

/** Every member needs their own number: two may not be paid to one. */
let numbers = 0

/** Add members with points to withdraw. Their points pass through the ledger, as all points do. */
export async function addPeople(db: Db, count: number): Promise<Person[]> {
  const { rows } = await sql<{ memberId: string; email: string }>`
    with added as (
      insert into member (email, first_name, last_name, country, password_hash, email_verified_at)
      select gen_random_uuid() || '@bench.example.com', 'Amina', 'Otieno', 'Kenya', '-', now()
      from generate_series(1, ${count}) returning member_id, email
    ), owners as (insert into email_owner (email, member_id) select email, member_id from added),
    wallets as (insert into wallet (member_id) select member_id from added)
    select member_id, email from added
  `.execute(db)
  await sql`
    insert into posting (member_id, kind, available_delta, held_delta, house_account, source_key, description, actor)
    select m, 'adjustment', 10, 0, 'adjustments', 'bench:start', 'To begin with', 'member:' || m
    from unnest(${rows.map((row) => row.memberId)}::uuid[]) as m
  `.execute(db)
  return signIn(db, rows)
}

/** Find seeded members with similar activity, whatever the size of the database. */
export async function findPeople(db: Db, count: number): Promise<Person[]> {
  const { rows } = await sql<{ memberId: string; email: string }>`
    select m.member_id, m.email from member m join wallet w on w.member_id = m.member_id
    where w.seq between 20 and 60 and m.suspended_at is null and m.email_verified_at is not null
    order by abs(w.seq - 35), m.member_id limit ${count}
  `.execute(db)
  return signIn(db, rows)
}

async function signIn(db: Db, members: { memberId: string; email: string }[]): Promise<Person[]> {
  const people = members.map((member) => {
    const { token, tokenHash } = createToken('u', member.memberId)
    const mpesaNumber = `25471${String(numbers++).padStart(7, '0')}`
    return { ...member, token, tokenHash: tokenHash.toString('hex'), mpesaNumber }
  })
  await sql`
    insert into session (member_id, token_hash)
    select m, decode(hash, 'hex')
    from unnest(${people.map((person) => person.memberId)}::uuid[], ${people.map((person) => person.tokenHash)}::text[]) as t (m, hash)
  `.execute(db)
  return people
}
