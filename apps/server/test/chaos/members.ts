import { randomBytes, randomUUID } from 'node:crypto'
import { createToken } from '@chuma/core/auth/sessions'
import type { Cluster } from './start-cluster.ts'

export type Member = { memberId: string; token: string; mpesaNumber: string; address: string }
export type Members = ReturnType<typeof createMembers>

let made = 0

/** Create verified, signed-in members without points, each with their own number and address. */
export function createMembers(cluster: Pick<Cluster, 'query'>) {
  const waiting: Member[] = []

  /** `ends`: the last three digits of each number, which tell the simulator how to behave. */
  async function make(ends: readonly (string | undefined)[]): Promise<Member[]> {
    const added = ends.map((end) => {
      made += 1
      const memberId = randomUUID()
      const { token, tokenHash } = createToken('u', memberId)
      // Numbers that end in less than 800 are paid normally.
      const mpesaNumber = `2547${String(Math.floor(made / 800)).padStart(5, '0')}${end ?? String(made % 800).padStart(3, '0')}`
      const address = `127.${1 + (made >> 16)}.${(made >> 8) & 255}.${made & 255 || 1}`
      return {
        memberId,
        token,
        tokenHash,
        mpesaNumber,
        address,
        email: `${randomBytes(8).toString('hex')}@example.com`,
      }
    })
    const ids = added.map(({ memberId }) => memberId)
    await cluster.query(
      `with given as (select * from unnest($1::uuid[], $2::text[]) as g (id, email)),
        members as (insert into member (member_id, email, first_name, last_name, country, password_hash, email_verified_at,
            premium_until) select id, email, 'Amina', 'Otieno', 'Kenya', '-', now(), now() + interval '1 year' from given),
        owners as (insert into email_owner (email, member_id) select email, id from given)
      insert into wallet (member_id) select id from given`,
      [ids, added.map(({ email }) => email)],
    )
    await cluster.query(
      'insert into session (member_id, token_hash) select * from unnest($1::uuid[], $2::bytea[])',
      [ids, added.map(({ tokenHash }) => tokenHash)],
    )
    return added
  }

  return {
    make,
    /** Keep at least this many members; called while the database is well. */
    keep: async (count: number) => {
      const missing = count - waiting.length
      if (missing > 0) waiting.push(...(await make(Array.from({ length: missing }))))
    },
    next: () => waiting.shift(),
    /** The members whose turn comes next. */
    peek: (count: number) => waiting.slice(0, count),
  }
}
