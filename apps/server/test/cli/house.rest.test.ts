import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readTable } from '@chuma/contract/read-table.testing'
import { givenStaff } from '@chuma/core/admin/testing'
import { publishRoot } from '@chuma/core/books/roots/root'
import { followDatabase } from '@chuma/core/live/watch'
import { requestWithdrawal } from '@chuma/core/payouts/withdrawals'
import { createWebhook, sendTest } from '@chuma/core/webhooks/endpoints'
import { insertPosting } from '@chuma/db/queries/wallet/ledger'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { openBreakingRoad } from './break-road.ts'
import { openFolder, runChuma } from './run-chuma.ts'

const testApp = await createTestApp()
const { app, deps, db } = testApp
const listener = followDatabase({
  changes: deps.changes,
  connectionString: testApp.url,
  onLost: () => {},
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const { folder, remove } = openFolder()
afterAll(async () => {
  remove()
  await listener.close()
  // One connection was opened to replace a stream's and never used: the server would wait for its first request.
  app.server.closeAllConnections()
  await testApp.close()
})

const { token } = await givenStaff(deps)
const env = { CHUMA_URL: url, CHUMA_TOKEN: token }
const chuma = (argv: string[], run: Parameters<typeof runChuma>[1] = {}) => runChuma(argv, { env, ...run })
const at = (name: string) => path.join(folder, name)

const OFFERS = `Title,Description,Reward USD,Duration,External URL
Tea and coffee,What you drink,1.50,5,https://partner.example/tea
Radio,What you hear,2,soon,https://partner.example/radio
`

test('a CSV of offers is tried without a trace, then imported, and each bad row is named', async () => {
  writeFileSync(at('offers.csv'), OFFERS)
  const tried = await chuma(['offers', 'import', at('offers.csv'), '--dry-run'])
  expect(tried).toMatchObject({ code: 1, err: '1 of 2 rows do not fit; nothing was taken over.\n' })
  expect(tried.out).toMatch(/ +2 +Tea and coffee +created\n +3 +Radio +invalid +Duration: /)
  expect((await chuma(['offers', 'export'])).out).not.toContain('Tea and coffee')
  const taken = await chuma(['offers', 'import', '-', '--json'], { input: OFFERS })
  expect(taken).toMatchObject({ code: 5, err: '1 of 2 rows do not fit; the other 1 were taken over.\n' })
  expect(JSON.parse(taken.out)).toMatchObject({ isDryRun: false, createdCount: 1 })
  expect((await chuma(['offers', 'export'])).out).toContain('Tea and coffee')
  expect(await chuma(['offers', 'import', at('missing.csv')])).toMatchObject({ code: 2, out: '' })
  const noTable = await chuma(['offers', 'import', '-'], { input: 'Colour\nred\n' })
  expect(noTable).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^The first line.*\n {2}csv: .*Title/),
  })
})

test('questions are imported all together or not at all, and exported as a file', async () => {
  const head = 'Question,Option A,Option B,Option C,Option D,Correct answer\n'
  const good = 'Which is a river?,Tana,Kenya,Elgon,Mara Road,A\n'
  const half = await chuma(['quiz', 'import', '-'], {
    input: `${head}${good}What is a lake?,Turkana,,Elgon,Meru,A\n`,
  })
  expect(half).toMatchObject({ code: 1, err: '1 of 2 rows do not fit; nothing was taken over.\n' })
  expect(half.out).toMatch(/ +3 +What is a lake\? +refused +Option B: /)
  const dry = await chuma(['quiz', 'import', '-', '--dry-run'], { input: `${head}${good}` })
  expect(dry).toMatchObject({ code: 0, err: expect.stringContaining('dry run') })
  const file = at('quiz.csv')
  await chuma(['quiz', 'export', '--output', file])
  expect(readFileSync(file, 'utf8')).not.toContain('Tana')
  expect(await chuma(['quiz', 'import', '-'], { input: `${head}${good}` })).toMatchObject({ code: 0 })
  expect(await chuma(['quiz', 'export', '--output', file])).toEqual({
    code: 0,
    out: '',
    err: `Written to ${file}\n`,
  })
  expect(readFileSync(file, 'utf8')).toContain('Tana')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const again = await chuma(['quiz', 'import', file])
  expect(again).toMatchObject({ code: 0, out: 'All of it is there already.\n' })
})

const MOVEMENT = {
  kind: 'adjustment',
  availableDelta: 1,
  heldDelta: 0,
  houseAccount: 'adjustments',
  description: 'One more',
  actor: 'system',
} as const

test('a ledger of several pages is exported in full in every format, and never left half-written', async () => {
  const { memberId, email } = await testApp.member({ points: 3 })
  await db.transaction().execute(async (trx) => {
    for (let n = 1; n <= 120; n++)
      await insertPosting(trx, { ...MOVEMENT, memberId, sourceKey: `test:${memberId}:${n}` })
  })
  const lines = await chuma(['ledger', 'export', email.toUpperCase(), '--format', 'jsonl'])
  const rows = lines.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(new Set(rows.map(({ id }) => id)).size).toBe(121)
  const json = await chuma(['ledger', 'export', memberId, '--json'])
  expect(JSON.parse(json.out)).toEqual(rows)
  const csv = readTable((await chuma(['ledger', 'export', email])).out)
  expect(csv.slice(1).map((cells) => cells[3])).toEqual(rows.map(({ points }) => String(points)))
  const road = await openBreakingRoad(url, { path: 'listMemberActivity', at: 2 })
  const cut = await chuma(['ledger', 'export', memberId, '--output', at('cut.csv'), '--url', road.url])
  await road.close()
  expect(cut).toMatchObject({ code: 4, out: '' })
  expect(readdirSync(folder).filter((name) => name.includes('cut'))).toEqual([])
  expect(await chuma(['ledger', 'export', 'nobody@example.com'])).toMatchObject({ code: 1, out: '' })
  expect(await chuma(['ledger', 'export', 'somebody'])).toMatchObject({ code: 2, out: '' })
})

test('the ledger is verified, and tampering is named', async () => {
  const { memberId } = await testApp.member({ points: 3 })
  expect(await chuma(['ledger', 'verify'])).toMatchObject({ code: 0, out: 'The ledger is in order.\n' })
  const add = (points: number) =>
    db.transaction().execute(async (trx) => {
      await sql`alter table wallet disable trigger user`.execute(trx)
      await sql`update wallet set available = available + ${points} where member_id = ${memberId}`.execute(
        trx,
      )
      await sql`alter table wallet enable trigger user`.execute(trx)
    })
  await add(1)
  const found = await chuma(['ledger', 'verify', '--json'])
  await add(-1)
  expect(found).toMatchObject({ code: 1, err: expect.stringContaining('not in order') })
  const { ok, findings } = JSON.parse(found.out)
  expect(ok).toBe(false)
  expect(findings).toContainEqual({
    memberId,
    seq: 1,
    problem: "the wallet's available points differ from the last posting",
  })
})

test('the ledger is compared with a root, and a file that is none is named', async () => {
  const keep = await readRoot()
  writeFileSync(at('root.json'), keep)
  expect(await chuma(['ledger', 'verify', '--root', at('root.json')])).toMatchObject({ code: 0 })
  writeFileSync(at('changed.json'), keep.replace('"postings":', '"postings":1'))
  expect(await chuma(['ledger', 'verify', '--root', at('changed.json')])).toMatchObject({
    code: 1,
    out: expect.stringContaining('the signature of the root does not fit'),
  })
  expect(await chuma(['ledger', 'verify', '--root', at('none.json')])).toMatchObject({ code: 2, out: '' })
})

async function readRoot(): Promise<string> {
  const documents: string[] = []
  const keep = async (_day: string, document: string) => void documents.push(document)
  await publishRoot({ ...deps, roots: { keep } })
  return documents[0] ?? ''
}

test('webhook deliveries are listed and sent again', async () => {
  const { id } = await createWebhook(deps, (await givenStaff(deps)).actor, HOOK)
  expect(await chuma(['webhooks', 'list'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Books +https:\/\//),
  })
  const sent = await sendTest(deps, (await givenStaff(deps)).actor, { id })
  const waiting = await chuma(['webhooks', 'replay', sent.id])
  expect(waiting).toMatchObject({ code: 1, out: '', err: expect.stringContaining('on its way') })
  await sql`update webhook_delivery set state = 'failed', last_error = 'No answer', settled_at = now()`.execute(
    db,
  )
  const again = await chuma(['webhooks', 'replay', sent.id, '--json'])
  expect(again.code).toBe(0)
  expect(JSON.parse(again.out)).toMatchObject({ replayOf: sent.id, eventId: sent.eventId })
  const { out } = await chuma(['webhooks', 'deliveries', '--endpoint', id, '--json'])
  expect(JSON.parse(out).deliveries).toMatchObject([{ replayOf: sent.id }, { id: sent.id }])
})

const HOOK = { name: 'Books', url: 'https://books.example/hook', events: ['withdrawal.paid' as const] }

test('premium is granted with a reason, and the server names the wrong field', async () => {
  const { memberId } = await testApp.member()
  const granted = await chuma([
    'premium',
    'grant',
    memberId,
    '--months',
    '3',
    '--reason',
    'Paid at the office',
    '--json',
  ])
  expect(granted.code).toBe(0)
  expect(JSON.parse(granted.out)).toMatchObject({ id: memberId, premiumUntil: expect.stringMatching(/^20/) })
  const grant = (...argv: string[]) => chuma(['premium', 'grant', memberId, ...argv])
  expect(await grant('--months', '25', '--reason', 'x')).toMatchObject({ code: 2 })
  expect(await grant('--months', '2', '--reason', ' ')).toMatchObject({
    code: 1,
    err: 'Give a reason\n  reason: Give a reason\n',
  })
})

test('the audit log is followed from its end, one JSON document per line', async () => {
  const { memberId } = await testApp.member()
  const end = new AbortController()
  const granted: Promise<unknown>[] = []
  const followed = await chuma(['follow', '--json', '--last', '1', '--interval', '1'], {
    interrupted: end.signal,
    onOut: (text) => {
      if (granted.length > 0) return text.includes('Followed') ? end.abort() : undefined
      granted.push(chuma(['premium', 'grant', memberId, '--months', '1', '--reason', 'Followed']))
    },
  })
  await granted[0]
  expect(followed).toMatchObject({ code: 0, err: '' })
  const lines = followed.out.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ action: 'premium.granted', reason: 'Followed' })
})

test('a new withdrawal is shown at once, without waiting for the next poll', async () => {
  let number = 254_760_000_000
  const ask = async () => {
    const member = await testApp.member({ points: 5 })
    const request = { withdrawalMethod: 'mpesa' as const, pointsToWithdraw: 1, mpesaNumber: String(number++) }
    return requestWithdrawal(deps, member, { ...request, idempotencyKey: undefined })
  }
  const first = await ask()
  const end = new AbortController()
  const asked: Promise<{ id: string }>[] = []
  const followed = await chuma(['follow', 'withdrawals', '--json', '--interval', '3600'], {
    interrupted: end.signal,
    onOut: (text) => {
      if (asked.length === 0) asked.push(ask())
      else if (text.trim().split('\n').length === 2) end.abort()
    },
  })
  const second = await asked[0]
  expect(followed).toMatchObject({ code: 0, err: '' })
  const ids = followed.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect(ids).toEqual([first.id, second?.id])
})
