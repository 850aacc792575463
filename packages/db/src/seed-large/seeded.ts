import { type RawBuilder, sql } from 'kysely'

export type SeedSizes = { members: number; postings: number; withdrawals: number }
export type SeedStep = { name: string; statements: RawBuilder<unknown>[] }

/** By this address a member is known to be one of ours. */
export const SEEDED_ADDRESS = '@large.example.com'

/** The same id for the same number in every run: `number` is an SQL expression. Shaped as version 4, which inputs ask for. */
export function seededId(kind: string, number: string): RawBuilder<string> {
  return sql.raw(
    `overlay(overlay(md5('${kind}' || (${number})::text) placing '4' from 13) placing '8' from 17)::uuid`,
  )
}

/** Something between 0 and 1 that looks drawn, and is the same in every run. */
export function seededShare(number: string, salt: number): RawBuilder<number> {
  return sql.raw(`((hashint8extended((${number})::bigint, ${salt}) & 1048575) / 1048576.0)`)
}

/** How many rows of what every member has some of. At least one, so that no list is empty at one per cent. */
export function seededCount(members: number, perMember: number): RawBuilder<number> {
  return sql.lit(Math.max(1, Math.round(members * perMember)))
}
