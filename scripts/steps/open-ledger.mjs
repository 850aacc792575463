import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run-command.mjs'

const CONNECTIONS = 8

/** The product's own rules on a database that keeps what it has committed, as `npm start` runs it, and is thrown away. */
export async function openLedger() {
  const { register } = await import('tsx/esm/api')
  register()
  const load = (...file) => import(pathToFileURL(path.join(root, 'packages', ...file)).href)
  const { startEmbedded } = await load('db', 'src', 'embedded', 'start-embedded.ts')
  const { createDb } = await load('db', 'src', 'client.ts')
  const { migrateToLatest } = await load('db', 'src', 'migrate.ts')
  const { claimDailyLogin } = await load('core', 'src', 'games', 'claim-daily-login.ts')
  const { postReward } = await load('core', 'src', 'wallet', 'post-reward.ts')
  const { defaultEconomy } = await load('contract', 'src', 'economy-defaults.ts')
  const pg = createRequire(path.join(root, 'packages', 'db', 'package.json'))('pg')

  const dir = mkdtempSync(path.join(tmpdir(), 'chuma-measure-'))
  // The account that PostgreSQL runs as must be able to enter it.
  chmodSync(dir, 0o755)
  const server = await startEmbedded({ dir })
  const db = createDb(server.url, { max: CONNECTIONS })
  await migrateToLatest(db)
  const pool = new pg.Pool({ connectionString: server.url, max: CONNECTIONS })
  await pool.query(
    'create table bare (id bigint generated always as identity primary key, member_id uuid, points int)',
  )

  const deps = { db, economy: async () => defaultEconomy }
  let rewards = 0
  return {
    claimDailyLogin: (memberId) => claimDailyLogin(deps, { memberId }),
    reward: (memberId) => {
      rewards += 1
      const description = 'Survey: Shopping habits'
      const reward = { kind: 'survey', points: 5, sourceKey: `survey:${rewards}`, description }
      return db.transaction().execute((trx) => postReward(trx, memberId, reward))
    },
    insertBare: (memberId) => pool.query('insert into bare (member_id, points) values ($1, 5)', [memberId]),
    addMembers: (count) => addMembers(pool, count),
    describeServer: () => describeServer(pool),
    close: async () => {
      await Promise.all([db.destroy(), pool.end()])
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Members who have nothing yet. */
async function addMembers(pool, count) {
  const { rows } = await pool.query(
    `with added as (
      insert into member (email, first_name, last_name, country, password_hash)
      select gen_random_uuid() || '@example.com', 'Amina', 'Otieno', 'Kenya', '-' from generate_series(1, $1)
      returning member_id
    ), wallets as (insert into wallet (member_id) select member_id from added)
    select member_id from added`,
    [count],
  )
  return rows.map((row) => row.member_id)
}

async function describeServer(pool) {
  const names = ['server_version', 'synchronous_commit', 'fsync']
  const { rows } = await pool.query('select name, setting from pg_settings where name = any($1)', [names])
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  return `PostgreSQL ${settings.server_version}, synchronous_commit ${settings.synchronous_commit}, fsync ${settings.fsync}`
}
