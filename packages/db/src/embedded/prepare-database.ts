import pg from 'pg'
import { TIMEOUTS } from '../timeouts.ts'
import { APP_ROLE, type Credentials, SERVER_ROLE, SUPERUSER } from './load-credentials.ts'

export const DATABASE = 'chuma'

interface Wish {
  port: number
  database: string
  credentials: Credentials
}

/**
 * Create the database, its owner and the server's role. The owner may create databases (tests do), but is not a superuser; the
 * server's role gets its rights from the migration.
 */
export async function prepareDatabase({ port, database, credentials }: Wish) {
  const { appPassword, serverPassword, superuserPassword } = credentials
  const address = `127.0.0.1:${port}`
  const admin = `postgres://${SUPERUSER}:${superuserPassword}@${address}`
  const client = new pg.Client({ connectionString: `${admin}/postgres` })
  await client.connect()
  try {
    await prepareRole(client, APP_ROLE, { may: 'createdb', password: appPassword })
    await prepareRole(client, SERVER_ROLE, { may: 'nocreatedb', password: serverPassword })
    // To see what the server's connections wait for, and to end them.
    await client.query(`grant ${SERVER_ROLE} to ${APP_ROLE}`)

    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!found.rowCount) {
      await client.query(`create database ${client.escapeIdentifier(database)} owner ${APP_ROLE}`)
    }
  } finally {
    await client.end()
  }
  const name = encodeURIComponent(database)
  const server = `postgres://${SERVER_ROLE}:${serverPassword}@${address}`
  return {
    url: ownUrl({ port, database, credentials }),
    serverUrl: `${server}/${name}`,
    adminUrl: `${admin}/${name}`,
  }
}

async function prepareRole(
  client: pg.Client,
  role: string,
  { may, password }: { may: string; password: string },
): Promise<void> {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [role])
  const verb = found.rowCount ? 'alter' : 'create'
  await client.query(`${verb} role ${role} with login ${may} password ${client.escapeLiteral(password)}`)
  for (const [name, value] of Object.entries(TIMEOUTS))
    await client.query(`alter role ${role} set ${name} = '${value}'`)
}

/** The URL that the owner connects with. */
export function ownUrl({ port, database, credentials }: Wish): string {
  return `postgres://${APP_ROLE}:${credentials.appPassword}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}
