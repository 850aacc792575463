import { sql } from 'kysely'

/** What replaces a member's words when they are erased: that there were some stays known. */
export const erasedIfGiven = (column: string) =>
  sql<string | null>`case when ${sql.ref(column)} is not null then 'erased' end`
