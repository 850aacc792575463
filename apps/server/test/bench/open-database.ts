import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDb, type Db } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { sql } from 'kysely'

type Place = { folder?: string | undefined; durable?: boolean; connections?: number }

/** Open a migrated embedded database: in `folder`, where it stays, or in a temporary one. */
export async function openDatabase({ folder, durable = true, connections = 4 }: Place = {}) {
  const dir = folder ?? mkdtempSync(path.join(tmpdir(), 'chuma-bench-'))
  // The account that PostgreSQL runs as must be able to enter the folder.
  if (!folder) chmodSync(dir, 0o755)
  const embedded = await startEmbedded({ dir, durable })
  const db = createDb(embedded.url, { max: connections })
  const close = async () => {
    await db.destroy()
    await embedded.stop()
    if (!folder) rmSync(dir, { recursive: true, force: true })
  }
  try {
    await migrateToLatest(db)
  } catch (error) {
    await close()
    throw error
  }
  return { db, url: embedded.url, close }
}

/** Create the table of the yardstick: one durable insert. */
export async function createBareTable(db: Db): Promise<void> {
  await sql`create table bare_row (
    row_id bigint generated always as identity primary key, member_id uuid, points int
  )`.execute(db)
}
