import pg from 'pg'
import { inject } from 'vitest'
import { createDb, type Db } from './client.ts'
import { cloneDb, databaseUrl, dropDatabase, listDatabases, onServer, type TestDb } from './testing.ts'

/** The role's own timeouts would end the wait for another file. */
const PATIENT = '-c statement_timeout=0 -c lock_timeout=0'

/**
 * Create a separate database for one test file, as `fill` leaves it. It runs once in a run, for the first file that gives this
 * name; the other files copy what it made.
 */
export async function createFilledDb(name: string, fill: (db: Db) => Promise<void>): Promise<TestDb> {
  const { url, template } = inject('testServer')
  const filled = `${template}_${name}`
  const holder = new pg.Client({ connectionString: url, options: PATIENT })
  await holder.connect()
  try {
    // Files run in several processes: one fills, and the others wait for it.
    await holder.query('select pg_advisory_lock(hashtext($1))', [filled])
    if (!(await listDatabases(url, filled)).includes(filled)) await fillDatabase(filled, fill)
  } finally {
    await holder.end()
  }
  return cloneDb(filled)
}

/** Renamed once it is complete: a file that fails half-way leaves nothing that others would copy. */
async function fillDatabase(name: string, fill: (db: Db) => Promise<void>): Promise<void> {
  const { url, template } = inject('testServer')
  const unfinished = `${name}_new`
  await dropDatabase(url, unfinished)
  await onServer(url, `create database ${unfinished} template ${template} strategy file_copy`)
  const db = createDb(databaseUrl(url, unfinished), { max: 10 })
  try {
    await fill(db)
  } finally {
    await db.destroy()
  }
  await onServer(url, `alter database ${unfinished} rename to ${name}`)
}
