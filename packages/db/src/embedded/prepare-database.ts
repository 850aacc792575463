import pg from 'pg'
import { TIMEOUTS } from '../timeouts.ts'
import { APP_ROLE, type Credentials, SUPERUSER } from './load-credentials.ts'

export const DATABASE = 'chuma'

interface Wish {
  port: number
  database: string
  credentials: Credentials
}

/** Create the application's role and database. The role may create databases (tests do), but is not a superuser. */
export async function prepareDatabase({ port, database, credentials }: Wish) {
  const { appPassword, superuserPassword } = credentials
  const address = `127.0.0.1:${port}`
  const admin = `postgres://${SUPERUSER}:${superuserPassword}@${address}`
  const client = new pg.Client({ connectionString: `${admin}/postgres` })
  await client.connect()
  try {
    const password = client.escapeLiteral(appPassword)
    const role = await client.query('select 1 from pg_roles where rolname = $1', [APP_ROLE])
    const verb = role.rowCount ? 'alter' : 'create'
    await client.query(`${verb} role ${APP_ROLE} with login createdb password ${password}`)
    for (const [name, value] of Object.entries(TIMEOUTS))
      await client.query(`alter role ${APP_ROLE} set ${name} = '${value}'`)

    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!found.rowCount) {
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${APP_ROLE}`)
    }
  } finally {
    await client.end()
  }
  const name = encodeURIComponent(database)
  return { url: ownUrl({ port, database, credentials }), adminUrl: `${admin}/${name}` }
}

/** The URL that the application connects with. */
export function ownUrl({ port, database, credentials }: Wish): string {
  return `postgres://${APP_ROLE}:${credentials.appPassword}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}
