import pg from 'pg'

type Result = { rows: Record<string, unknown>[] }
export type Statement = { name: string | undefined; text: string; values: unknown[]; rows: Result['rows'] }

/** Record every statement this process sends to PostgreSQL while `run` runs, in order. */
export async function recordStatements(run: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: { statement: Statement; result: unknown }[] = []
  const { query } = pg.Client.prototype
  // The product's statements return promises; the pool's own calls do not.
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
