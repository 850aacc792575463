import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { ensureEconomy } from '@chuma/core/admin/economy'
import { createStaff } from '@chuma/core/admin/staff/manage-staff'
import { logInStaff } from '@chuma/core/admin/staff/own-staff-account'
import { createTestDeps } from '@chuma/core/testing'
import { createDb } from '@chuma/db/client'
import type pg from 'pg'
import type { Yard } from './open-yard.ts'
import { serverFolder } from './start-fleet.ts'

const visitor = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
/** As an operator sets them: no statement and no lock waits without an end. */
const ROLE_TIMEOUTS = {
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '60s',
}

/** Create the product's role and database. */
export async function createDatabase(superuser: Pick<pg.Client, 'query'>, password: string): Promise<void> {
  await superuser.query(`create role chuma login password '${password}'`)
  await superuser.query('create database chuma owner chuma')
  for (const [name, value] of Object.entries(ROLE_TIMEOUTS))
    await superuser.query(`alter role chuma in database chuma set ${name} = '${value}'`)
}

/** Migrate as a deployment does. */
export async function migrate(yard: Yard, url: string): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url }
  await promisify(execFile)(process.execPath, [path.join(serverFolder, 'migrate.js')], {
    cwd: yard.folder,
    env,
  })
  // The fleet runs for real, where nothing is paid out before an owner has chosen the numbers.
  const db = createDb(url, { max: 1 })
  await ensureEconomy(db).finally(() => db.destroy())
}

/** Sign in an account with every permission, and return its token. */
export async function signInStaff(url: string, username = 'chaos'): Promise<string> {
  const db = createDb(url, { max: 1 })
  try {
    const deps = createTestDeps(db)
    const login = { username, password: randomBytes(12).toString('hex') }
    await createStaff(deps, { ...login, role: 'owner' })
    return (await logInStaff(deps, visitor, login)).token
  } finally {
    await db.destroy()
  }
}
