import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { createDb, type Db, SEND_NOTICES } from './client.ts'
import { SERVER_ROLE, startEmbedded } from './embedded/start-embedded.ts'
import { migrateToLatest } from './migrate.ts'
import { listLedgerFindings, listWalletMembers } from './queries/books/verify-ledger.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server where this run may create databases, and the migrated database that each file clones. */
    testServer: { url: string; serverUrl: string; template: string }
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function onServer<Row extends object>(server: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** List the databases of a server whose name begins like this. */
export async function listDatabases(server: string, beginning: string): Promise<string[]> {
  const found = await onServer<{ name: string }>(
    server,
    `select datname as name from pg_database where starts_with(datname, '${beginning}')`,
  )
  return found.map(({ name }) => name)
}

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Forced, because a test may have left connections open. Only a superuser may force out an autovacuum worker, which can be at
 * work on any database; a plain drop asks it to leave, once the connections are closed that may be.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  try {
    await onServer(server, `drop database if exists ${name} with (force)`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error
    await onServer(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = '${name}' and backend_type = 'client backend'`,
    )
    await onServer(server, `drop database if exists ${name}`)
  }
}

/** The server's role on a server that was given. */
async function addServerRole(server: string): Promise<string> {
  const url = new URL(server)
  url.username = SERVER_ROLE
  url.password = 'chuma-test'
  await onServer(
    server,
    `do $$ begin
      create role ${SERVER_ROLE} login password '${url.password}';
    exception when duplicate_object then
      alter role ${SERVER_ROLE} login password '${url.password}';
    end $$`,
  )
  return url.href
}

type Server = { url: string; serverUrl: string; close: () => Promise<void> }

/** `DATABASE_URL` names a server to test against, as a superuser; without it a temporary embedded one is started. */
async function openServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, serverUrl: await addServerRole(given), close: async () => {} }
  const dir = await mkdtemp(path.join(tmpdir(), 'chuma-test-'))
  const embedded = await startEmbedded({ dir, durable: false })
  return {
    url: embedded.url,
    serverUrl: embedded.serverUrl,
    close: async () => {
      await embedded.stop()
      await rm(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Vitest globalSetup: migrate once; every test file then clones the result. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = `chuma_test_template_${process.pid}`
  await onServer(server.url, `drop database if exists ${template}`)
  await onServer(server.url, `create database ${template}`)
  const db = createDb(databaseUrl(server.url, template), { max: 2 })
  await migrateToLatest(db, { serverRole: SERVER_ROLE })
  await db.destroy()
  project.provide('testServer', { url: server.url, serverUrl: server.serverUrl, template })
  return async () => {
    for (const name of await listDatabases(server.url, `${template}_`)) await dropDatabase(server.url, name)
    await dropDatabase(server.url, template)
    await server.close()
  }
}

/** `npm run test:all` searches longer than `npm test`. */
export const isLongRun = process.env.TEST_LONG === 'on'

/** How often a search tries: a few times in `npm test`, many times in `npm run test:all`. */
export const tries = ({ short, long }: { short: number; long: number }) => (isLongRun ? long : short)

/**
 * A third of what every call must refuse, another third for the next `turn`: the parser in front of all calls is one.
 * `npm run test:all` tries everything at every call.
 */
export const rotate = <T>(list: readonly T[], turn: number): readonly T[] =>
  isLongRun ? list : list.filter((_, index) => (index + turn) % 3 === 0)

export type TestDb = {
  /** As the owner of the tables. */
  db: Db
  url: string
  /** As the server's role. */
  serverUrl: string
  close: () => Promise<void>
}

/** A new connection may wait for the other test files of a small machine. */
const CONNECT_MS = 120_000

type TestDbOptions = {
  max?: number
  /** For tests that damage the ledger on purpose. Every other file's ledger must add up when it closes. */
  isDamaged?: boolean
}

/** Create a separate database for one test file, cloned from the migrated template, so that files run in parallel. */
export async function createTestDb({ max = 60, isDamaged = false }: TestDbOptions = {}): Promise<TestDb> {
  return cloneDb(inject('testServer').template, max, isDamaged)
}

/** The same from another database than the template. Nothing may be connected to it. */
export async function cloneDb(template: string, max = 60, isDamaged = false): Promise<TestDb> {
  const server = inject('testServer')
  const name = `chuma_test_${randomUUID().replaceAll('-', '')}`
  await onServer(server.url, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseUrl(server.url, name)
  const db = createDb(url, { max, waitMs: CONNECT_MS })
  return {
    db,
    url,
    serverUrl: databaseUrl(server.serverUrl, name),
    close: async () => {
      const findings = isDamaged ? [] : await findLedgerProblems(url)
      await db.destroy()
      await dropDatabase(server.url, name)
      if (findings.length > 0) throw new Error(`the ledger does not add up: ${JSON.stringify(findings)}`)
    },
  }
}

/** On a separate connection: the test may have closed the other one. */
async function findLedgerProblems(url: string) {
  const db = createDb(url, { max: 1 })
  try {
    return await db
      .transaction()
      .execute(async (trx) => listLedgerFindings(trx, await listWalletMembers(trx, undefined, 10_000)))
  } finally {
    await db.destroy()
  }
}

/**
 * Run calls that contend for one member's wallet so that they really overlap: they start while another transaction holds the
 * row, which lets go once all of them wait. Otherwise a race test passes even with the lock removed.
 */
export async function startTogether<T>(
  db: Db,
  memberId: string,
  start: () => Promise<T>[],
): Promise<PromiseSettledResult<T>[]> {
  const { results } = await db.transaction().execute(async (holder) => {
    await holder
      .selectFrom('wallet')
      .select('memberId')
      .where('memberId', '=', memberId)
      .forUpdate()
      .execute()
    const calls = start()
    const results = Promise.allSettled(calls)
    while ((await countWaitingOnLock(db)) < calls.length) await sleep(5)
    return { results }
  })
  return results
}

/** Count the connections to this database that wait for a lock now. */
export async function countWaitingOnLock(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** List `table: word` for every table that contains the word, in text, JSON or bytes, in any case. */
export async function listTraces(db: Db, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
    order by name
  `.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ word: string }>`
      with lines as materialized (select lower(r::text) as line from ${sql.raw(name)} as r)
      select word from unnest(${words}::text[]) as word where exists (
        select from lines
        where strpos(line, lower(word)) > 0 or strpos(line, encode(convert_to(word, 'UTF8'), 'hex')) > 0
      ) order by word
    `.execute(db)
    found.push(...rows.map(({ word }) => `${name}: ${word}`))
  }
  return found
}

/** Add members with empty wallets, and return their ids. */
export async function addMembers(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    with added as (
      insert into member (email, first_name, last_name, country, password_hash)
      select gen_random_uuid() || '@example.com', 'Ann', 'Bee', 'Kenya', '-' from generate_series(1, ${count})
      returning member_id
    )
    insert into wallet (member_id) select member_id from added returning member_id
  `.execute(db)
  return rows.map(({ memberId }) => memberId)
}

type Result = { rows: Record<string, unknown>[] }
export type Statement = { name: string | undefined; text: string; values: unknown[]; rows: Result['rows'] }

/**
 * Record every statement this process sends to PostgreSQL while `run` runs, in order. Not the notices: they leave after the commit, and
 * those of many calls share a statement.
 */
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
    if (statement.text !== SEND_NOTICES) recorded.push({ statement, result })
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
