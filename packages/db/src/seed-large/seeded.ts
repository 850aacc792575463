import { type RawBuilder, sql } from 'kysely'

export type SeedSizes = { members: number; postings: number; withdrawals: number }
export type SeedStep = { name: string; statements: RawBuilder<unknown>[] }

/** Email addresses with this ending belong to seeded members. */
export const SEEDED_ADDRESS = '@large.example.com'

/** Make the same id for the same number in every run: `number` is an SQL expression. Has the form of a version 4 UUID. */
export function seededId(kind: string, number: string): RawBuilder<string> {
  return sql.raw(
    `overlay(overlay(md5('${kind}' || (${number})::text) placing '4' from 13) placing '8' from 17)::uuid`,
  )
}

/** Make a number between 0 and 1 that looks random, and is the same in every run. */
export function seededShare(number: string, salt: number): RawBuilder<number> {
  return sql.raw(`((hashint8extended((${number})::bigint, ${salt}) & 1048575) / 1048576.0)`)
}

/** Count the rows for `perMember` per member. At least one, so that no list is empty at one per cent. */
export function seededCount(members: number, perMember: number): RawBuilder<number> {
  return sql.lit(Math.max(1, Math.round(members * perMember)))
}
