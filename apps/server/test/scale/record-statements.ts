import type { Db } from '@chuma/db/client'
import type { CompiledQuery, KyselyPlugin } from 'kysely'

/** Wrap a database to record its statements, those in transactions included. */
export function recordStatements(db: Db): { db: Db; take: () => CompiledQuery[] } {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      // The last plugin sees the names as the database knows them.
      const statement = db.getExecutor().compileQuery(node, queryId)
      // A statement that is compiled for reuse has placeholders instead of values, and is not executed here.
      if (!statement.parameters.some((value) => typeof value === 'symbol')) statements.push(statement)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const recorded = db.withPlugin(recorder)
  const executeQuery = recorded.executeQuery.bind(recorded)
  // Compiled statements bypass the plugins.
  const listening: Db['executeQuery'] = (query, options) => {
    if ('sql' in query) statements.push(query)
    return executeQuery(query, options)
  }
  return { db: Object.assign(recorded, { executeQuery: listening }), take: () => statements.splice(0) }
}
