import type { Db } from '@chuma/db/client'
import type { CompiledQuery, KyselyPlugin } from 'kysely'

/** A database that writes down what is asked of it, those statements included that are asked in a transaction. */
export function recordStatements(db: Db) {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      // The last plugin sees the names as the database knows them.
      const statement = db.getExecutor().compileQuery(node, queryId)
      // A text that is put together to be kept has places and no values yet, and is not asked.
      if (!statement.parameters.some((value) => typeof value === 'symbol')) statements.push(statement)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const recorded = db.withPlugin(recorder)
  const executeQuery = recorded.executeQuery.bind(recorded)
  // What was kept passes the plugins by.
  const listening: Db['executeQuery'] = (query, options) => {
    if ('sql' in query) statements.push(query)
    return executeQuery(query, options)
  }
  return { db: Object.assign(recorded, { executeQuery: listening }), take: () => statements.splice(0) }
}
