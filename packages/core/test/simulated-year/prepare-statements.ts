import { type Db, getPool } from '@chuma/db/client'

/**
 * Let PostgreSQL parse and plan each statement once for a connection. A year repeats a few hundred statements some millions of times, and
 * nothing changes the tables meanwhile. The product cannot do so: a pooler gives each transaction another connection.
 */
export function prepareStatements(db: Db): void {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text) ?? `s${names.size}`
    names.set(text, known)
    return known
  }
  getPool(db).on('connect', (client) => {
    const query = client.query.bind(client) as (...call: unknown[]) => unknown
    const prepared = (text: unknown, values: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? query({ name: nameOf(text), text, values }, ...rest)
        : query(text, values, ...rest)
    Object.assign(client, { query: prepared })
  })
}
