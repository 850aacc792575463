import { economy } from '@chuma/contract/admin/economy/economy'
import { defaultEconomy, demoLimits } from '@chuma/contract/admin/economy/economy-defaults'
import { createScriptedProvider, scriptedPayouts } from '@chuma/core/payouts/testing'
import { createScriptedCollector } from '@chuma/core/premium/testing'
import type { FastifyInstance } from 'fastify'
import { callTrpc, createTestApp } from '../../src/testing.ts'
import { type FuzzCaller, listFuzzCallers } from './fuzz-callers.ts'
import { createFuzzWorld, readPools } from './fuzz-world.ts'
import { createKnowledge } from './know-fields.ts'

const EXPORTS = ['admin.exportSurveys', 'admin.exportQuizQuestions', 'admin.exportManualPayouts']

export type FuzzHouse = Awaited<ReturnType<typeof createFuzzHouse>>

/** Create both doors of a site in use, every kind of caller, and things to ask for. */
export async function createFuzzHouse() {
  const { collector } = createScriptedCollector()
  const payouts = scriptedPayouts(createScriptedProvider().provider)
  const terms = economy.parse({ ...defaultEconomy, ...demoLimits })
  const testApp = await createTestApp({ payouts, collector, economy: async () => terms })
  const { app, db, deps } = testApp
  const strict = await testApp.open({
    deps: { ...deps, accounts: { isVerificationRequired: true, isSecondFactorRequired: true } },
  })
  const world = await createFuzzWorld(db)
  const callers = await listFuzzCallers(testApp)
  const knowledge = createKnowledge(world)
  const owner = callers.find(({ name }) => name === 'staff: owner')
  const readFile = async (path: string) =>
    String((await callTrpc(app, owner?.token, { type: 'query', path, input: {} })).body)
  /** Between two batches: lift limits, and restore what calls took from their callers. */
  const tidy = async () => {
    await db.deleteFrom('throttle').execute()
    await db.deleteFrom('payoutQueue').execute()
    for (const caller of callers) await caller.renew()
    knowledge.learn({ pools: await readPools(db), files: await Promise.all(EXPORTS.map(readFile)) })
  }
  await tidy()
  return {
    db,
    deps,
    callers,
    know: knowledge.about,
    secrets: world.secrets,
    tidy,
    appOf: ({ isStrict }: FuzzCaller) => (isStrict ? strict : app),
    app,
    failures: keepFailures([app, strict]),
    close: testApp.close,
  }
}

/** Collect what would have been logged. These apps have no logger: what is set here ends with them. */
function keepFailures(apps: FastifyInstance[]): string[] {
  const failures: string[] = []
  const keep = (about: { err?: Error }) => {
    const lines = String(about.err?.stack ?? about.err).split('\n')
    failures.push(
      lines
        .filter((line) => !line.includes('node_modules'))
        .slice(0, 8)
        .join('\n'),
    )
  }
  for (const app of apps) app.log.error = keep as FastifyInstance['log']['error']
  return failures
}
