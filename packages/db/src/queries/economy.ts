import type { Economy } from '@chuma/contract/economy'
import type { Db } from '../client.ts'

/** The record as it was stored; the reader parses it. */
export function findNewestEconomy(db: Db) {
  return db
    .selectFrom('economyVersion')
    .select(['version', 'record'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function insertEconomyVersion(db: Db, row: { record: Economy; changedBy: string; reason: string }) {
  return db
    .insertInto('economyVersion')
    .values({ ...row, record: JSON.stringify(row.record) })
    .execute()
}
