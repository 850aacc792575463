import { keepFigures } from '@chuma/core/admin/analytics'
import { givenStaff } from '@chuma/core/admin/testing'
import { sealPlainSecrets } from '@chuma/core/secrets/seal-stored'
import { countStaffFigures } from '@chuma/db/queries/admin/admin'
import { getServerVersion } from '@chuma/db/queries/server'
import { seedLarge } from '@chuma/db/seed-large'
import { CompiledQuery } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { callTrpc, createTestApp } from '../../src/testing.ts'
import { approvalLooks } from '../access/changes/approvals.ts'
import { listStaffProcedures } from '../access/list-staff-procedures.ts'
import type { Procedure } from '../security/list-routes.ts'
import { believeLarge } from './believe-large.ts'
import { findOffences, GROWN, type Plan } from './find-offences.ts'
import { findKnown, SEARCHES } from './known.ts'
import { findCursor, type Input, makeInputs } from './make-inputs.ts'
import { readCursor } from './read-cursor.ts'
import { recordStatements } from './record-statements.ts'

// A two-hundredth of a large database, which the planner takes for all of it: far less time, the same plans.
const SHARE = 200
const SIZES = { members: 1_000_000 / SHARE, postings: 10_000_000 / SHARE, withdrawals: 100_000 / SHARE }
const testApp = await createTestApp()
afterAll(testApp.close)
const { db } = testApp
await seedLarge(db, SIZES)
await sealPlainSecrets(testApp.deps)
await keepFigures(testApp.deps)
await countStaffFigures(db)
const { token } = await givenStaff(testApp.deps)
// Older servers have no way to override the counts.
const canBelieve = (await getServerVersion(db)) >= 180_000
const sizes = canBelieve ? await believeLarge(db, SHARE) : new Map<string, number>()
await approvalLooks(testApp.deps)['admin.getApproval']?.()
const known = await findKnown(db)

const recorded = recordStatements(db)
const app = await testApp.open({
  deps: { ...testApp.deps, db: recorded.db },
})

/** Explain every statement of one call, and list what is wrong with its plans. */
async function explainCall({ path }: Procedure, input: Input) {
  recorded.take()
  const answer = await callTrpc(app, token, { type: 'query', path, input })
  // A search may be too short to be allowed.
  const isRefused = answer.status === 400 && SEARCHES.some((words) => Object.values(input).includes(words))
  // The large database has none of some things, such as a draft for the robot: the search for one has a plan all the same.
  const isMissing = answer.status === 404 || answer.status === 409
  if (!isRefused && !isMissing) expect([answer.status, answer]).toEqual([200, answer])
  const offences: string[] = []
  for (const { sql: text, parameters } of recorded.take()) {
    if (!/^\s*(select|with|insert|update|delete)\b/i.test(text)) continue
    const { rows } = await db.executeQuery<Record<string, [{ Plan: Plan }]>>(
      CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]),
    )
    const [plan] = rows.flatMap((row) => Object.values(row))
    if (plan) offences.push(...findOffences(plan[0].Plan, sizes))
  }
  return { answer: answer.body as unknown, offences }
}

test.skipIf(!canBelieve)('the growing tables are as large as the planner believes', () => {
  const names =
    'member wallet posting session withdrawal payout_attempt survey_attempt survey_answer click task_view task_proof spin ' +
    'quiz_attempt daily_login partner_event partner_credit partner_event_outcome audit_entry mail_delivery webhook_event ' +
    'webhook_delivery'
  expect(names.split(' ').filter((name) => (sizes.get(name) ?? 0) < GROWN)).toEqual([])
})

const EXPECTED_SCANS = new Set([
  // Reads as many members whatever their number: it chooses their share by the size that the catalogue says, which is the small
  // one here. `npm run bench -- audience` measures it on a million members.
  'admin.countAudience',
  // Counts everything, at most every ten seconds and once for all readers.
  'admin.getStats',
])

test.skipIf(!canBelieve).each(listStaffProcedures('query').filter(({ path }) => !EXPECTED_SCANS.has(path)))(
  '$path uses an index whatever its input',
  async (procedure) => {
    const [schema] = procedure.inputs
    const cursor = findCursor(schema)
    const offences = new Set<string>()
    for (const input of makeInputs(procedure.path, schema, known)) {
      const first = await explainCall(procedure, input)
      const note = (found: string[], asked: Input) => {
        for (const offence of found) offences.add(`${JSON.stringify(asked)}: ${offence}`)
      }
      note(first.offences, input)
      const place = readCursor(first.answer)
      if (cursor === undefined || place === undefined) continue
      const second = { ...input, [cursor]: place }
      note((await explainCall(procedure, second)).offences, second)
    }
    expect([...offences]).toEqual([])
  },
)

test.skipIf(!canBelieve)('plans that read a whole table are recognised', async () => {
  const explain = async (text: string) => {
    const { rows } = await db.executeQuery<Record<string, [{ Plan: Plan }]>>(
      CompiledQuery.raw(`explain (format json) ${text}`),
    )
    return rows.flatMap((row) => Object.values(row)).flatMap(([{ Plan: plan }]) => findOffences(plan, sizes))
  }
  expect(await explain(`select from member where first_name = 'Amina' limit 50`)).not.toEqual([])
  expect(await explain('select count(*) from posting')).not.toEqual([])
  expect(await explain(`select from withdrawal order by requested_at, withdrawal_id limit 50`)).toEqual([])
  expect(await explain(`select from posting where created_at > now() - interval '1 year'`)).not.toEqual([])
})
