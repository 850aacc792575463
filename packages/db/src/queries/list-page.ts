import { type SelectQueryBuilder, sql } from 'kysely'

type Wanted = {
  /** As Kysely names it. */
  table: string
  /** Its name in the query, when that is another. */
  as?: string
  /** The columns of the order; the second one identifies a row. */
  by: readonly [string, string]
  /** `desc` without it: newest first. */
  order?: 'asc' | 'desc'
  /** Of a list about one member: reads the row in front of the page on that member's server. */
  memberId?: string
  /** The id of the previous page's last row. */
  after?: string | undefined
  limit: number
}

/**
 * Order a list and continue it behind the last row of the previous page, for `$call`. Reads that row's place again, so that a page
 * needs no more than its id; behind a row that does not exist there is nothing.
 */
export function pageOf({ table, as = table, by, order = 'desc', memberId, after, limit }: Wanted) {
  const [place, id] = by.map((column) => sql.ref(`${as}.${column}`)) as [Ref, Ref]
  const [placeBefore, idBefore] = by.map((column) => sql.ref(`before.${column}`)) as [Ref, Ref]
  const isMembers = memberId === undefined ? sql`true` : sql`before.member_id = ${memberId}`
  return <DB, Tables extends keyof DB, Row>(query: SelectQueryBuilder<DB, Tables, Row>) =>
    query
      .$if(after !== undefined, (all) =>
        all.where(
          sql<boolean>`(${place}, ${id}) ${order === 'desc' ? sql`<` : sql`>`} (
            select ${placeBefore}, ${idBefore} from ${sql.table(table)} before
            where ${isMembers} and ${idBefore} = ${after}
          )`,
        ),
      )
      .orderBy(place, order)
      .orderBy(id, order)
      .limit(limit)
}

type Ref = ReturnType<typeof sql.ref>
