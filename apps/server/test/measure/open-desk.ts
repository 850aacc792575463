import { keepFigures } from '@chuma/core/admin/analytics'
import { givenStaff } from '@chuma/core/admin/testing'
import { createTestDeps } from '@chuma/core/testing'
import type { Db } from '@chuma/db/client'
import { countStaffFigures } from '@chuma/db/queries/admin/admin'
import { buildApp } from '../../src/app.ts'
import { connectPostbacks } from '../../src/providers/open-installation.ts'
import { callTrpc } from '../../src/testing.ts'
import { listStaffProcedures } from '../access/list-staff-procedures.ts'
import { findKnown } from '../scale/known.ts'
import { findCursor, type Input, makeInputs } from '../scale/make-inputs.ts'
import { readCursor } from '../scale/read-cursor.ts'

type Call = { path: string; label: string; input: Input }

/** Open the server's staff side on a database, after its nightly counting jobs have run. */
export async function openDesk(db: Db) {
  const publicUrl = 'http://localhost:3000'
  const deps = createTestDeps(db, { postbacks: connectPostbacks(publicUrl) })
  await keepFigures(deps)
  await countStaffFigures(db)
  const app = await buildApp({
    deps,
    publicUrl,
    webRoot: '/nonexistent',
    demoLogin: null,
    trustProxy: false,
    callsPerMinute: 1_000_000,
    paces: null,
  })
  const { token } = await givenStaff(deps)
  const ask = async ({ path, input }: Pick<Call, 'path' | 'input'>) => {
    const { status, body } = await callTrpc(app, token, { type: 'query', path, input })
    if (status >= 500) throw new Error(`${path} ${JSON.stringify(input)} answered ${status}`)
    return body as unknown
  }

  /** List every list, search and chart, with each filter and order, and each second page. The same calls for any database. */
  async function listCalls(): Promise<Call[]> {
    const known = await findKnown(db)
    const calls: Call[] = []
    for (const { path, inputs } of listStaffProcedures('query')) {
      for (const [turn, input] of makeInputs(path, inputs[0], known).entries()) {
        calls.push({ path, label: `${path} ${turn}`, input })
        const cursor = findCursor(inputs[0])
        const place = cursor && readCursor(await ask({ path, input }))
        if (cursor && place !== undefined) {
          calls.push({ path, label: `${path} ${turn}, page 2`, input: { ...input, [cursor]: place } })
        }
      }
    }
    return calls
  }

  const time = async (call: Call): Promise<number> => {
    const began = performance.now()
    await ask(call)
    return performance.now() - began
  }
  return { listCalls, time, close: () => app.close() }
}
