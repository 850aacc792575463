import type { Db } from '@chuma/db/client'
import type { CompiledQuery, KyselyPlugin } from 'kysely'

/** A database that writes down what is asked of it, those statements included that are asked in a transaction. */
export function recordStatements(db: Db) {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      // The last plugin sees the names as the database knows them.
      statements.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(recorder), take: () => statements.splice(0) }
}
