import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ACROSS_MEMBERS } from './across-members.ts'
import { listUnboundQueries } from './find-obstacles.ts'

const queries = path.join(import.meta.dirname, '../queries')

test('every query that names no member is listed as one that asks every server', async () => {
  expect(await listUnboundQueries(queries)).toEqual(Object.keys(ACROSS_MEMBERS).sort())
})

test('a query about one member is distinguished from one about all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chuma-queries-'))
  try {
    await writeFile(
      path.join(folder, 'some.ts'),
      `
      export const ofAll = (db: Db) => sql\`select sum(available) from wallet\`
export function ofOne(db: Db, memberId: string) {
  return db.selectFrom('wallet').select('available').where('memberId', '=', memberId).execute()
}
export function ofOneInSql(db: Db, memberId: string) {
  return sql\`select available from wallet where member_id = \${memberId}\`.execute(db)
}
export function ofAllJoined(db: Db) {
  return db.selectFrom('wallet').innerJoin('member', (join) => join.onRef('member.memberId', '=', 'wallet.memberId'))
}
const begin = (db: Db) => db.selectFrom('posting')
export function ofAllByHelper(db: Db) {
  return begin(db).execute()
}
export function ofOneAddress(db: Db, email: string) {
  return db.selectFrom('emailOwner').select('memberId').where('email', '=', email).execute()
}
export function removeOld(db: Db) {
  return sql\`delete from session where expires_at < now()\`.execute(db)
}
export function onlyAdds(db: Db, row: Row) {
  return db.insertInto('click').values(row).execute()
}
export function ofTheHouse(db: Db) {
  return db.selectFrom('auditEntry').selectAll().execute()
}
`.trim(),
    )
    expect(await listUnboundQueries(folder)).toEqual([
      'some.ofAll',
      'some.ofAllByHelper',
      'some.ofAllJoined',
      'some.removeOld',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
