import { sql } from 'kysely'

/** Replace a member's text with 'erased', and keep a missing one missing. */
export const erasedIfGiven = (column: string) =>
  sql<string | null>`case when ${sql.ref(column)} is not null then 'erased' end`
