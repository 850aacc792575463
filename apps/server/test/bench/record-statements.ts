import pg from 'pg'

type Result = { rows: Record<string, unknown>[] }
export type Statement = { name: string | undefined; text: string; values: unknown[]; rows: Result['rows'] }

/** Everything that is asked of PostgreSQL in this process while `run` runs, in the order in which it was asked. */
export async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: { statement: Statement; result: unknown }[] = []
  const { query } = pg.Client.prototype
  // Only what answers with a promise is asked by the product; the pool itself asks nothing.
  const listening = function (this: pg.Client, ...args: unknown[]) {
    const result = Reflect.apply(query, this, args) as unknown
    const [asked, values] = args as [string | pg.QueryConfig, unknown[] | undefined]
    const config = typeof asked === 'string' ? { text: asked, values, name: undefined } : asked
    const statement = {
      name: config.name,
      text: config.text,
      values: config.values ?? values ?? [],
      rows: [],
    }
    recorded.push({ statement, result })
    return result
  }
  Object.assign(pg.Client.prototype, { query: listening })
  try {
    await run()
  } finally {
    Object.assign(pg.Client.prototype, { query })
  }
  return Promise.all(
    recorded.map(async ({ statement, result }) => {
      const { rows = [] } = ((await result) ?? {}) as Partial<Result>
      return { ...statement, rows }
    }),
  )
}
