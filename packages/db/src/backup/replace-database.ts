import pg from 'pg'
import { BackupError } from './backup-format.ts'

/**
 * Let `fill` work on a new, empty database, then give it the name of the one at `url`, which is kept under another name. One
 * transaction swaps the names, so that a complete database has the name at any time.
 * @throws BackupError when the old one is in use
 */
export async function replaceDatabase<Done>(
  url: string,
  fill: (url: string) => Promise<Done>,
): Promise<{ done: Done; kept: string }> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const fresh = `${name}_restoring`
  const kept = `${name}_before_${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`
  const client = new pg.Client({ connectionString: at(url, 'postgres') })
  await client.connect()
  const id = (text: string) => client.escapeIdentifier(text)
  try {
    await requireUnused(client, name)
    // Left behind by a restore that did not finish; if it was killed, its last statement may still run.
    await client.query(`drop database if exists ${id(fresh)} with (force)`)
    await client.query(`create database ${id(fresh)} template template0`)
    try {
      const done = await fill(at(url, fresh))
      await requireUnused(client, name)
      await client.query('begin')
      await client.query(`alter database ${id(name)} rename to ${id(kept)}`)
      await client.query(`alter database ${id(fresh)} rename to ${id(name)}`)
      await client.query('commit')
      return { done, kept }
    } catch (error) {
      await client.query('rollback')
      await client.query(`drop database if exists ${id(fresh)}`)
      throw error
    }
  } finally {
    await client.end()
  }
}

async function requireUnused(client: pg.Client, name: string): Promise<void> {
  const used = await client.query(
    "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
    [name],
  )
  if (used.rowCount) throw new BackupError('the server is running: stop it first')
}

function at(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.href
}
