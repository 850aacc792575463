import { DEMO_STAFF, seedDemo } from '@chuma/core/demo/seed-demo'
import { createTestDeps } from '@chuma/core/testing'
import type { JobName } from '@chuma/db/queries/jobs'
import { insertCapturedMail } from '@chuma/db/queries/mail'
import { createTestDb } from '@chuma/db/testing'
import { createMail } from '@chuma/mail/create-mail'
import { testDetails } from '@chuma/mail/testing'
import { createCaptureTransport } from '@chuma/mail/transports'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { buildApp } from '../../src/app.ts'
import { doJob } from '../../src/jobs/do-job.ts'
import { watchAnswers } from '../../src/openapi/testing.ts'
import { connectPostbacks } from '../../src/providers/open-installation.ts'

/** The address that the documents use, and so do the links in mails. */
const publicUrl = 'http://localhost:3000'

/**
 * Start the demo that the documents describe, on a port of its own. No worker polls: opening the mailbox shows what has
 * been written until then.
 */
export async function startDemo() {
  const { db, close } = await createTestDb({ max: 10 })
  const deps = createTestDeps(db, { postbacks: connectPostbacks(publicUrl) })
  await seedDemo(deps)
  const app = await buildApp({
    deps,
    publicUrl,
    webRoot: '/nonexistent',
    demoLogin: DEMO_STAFF,
    trustProxy: false,
  })
  watchAnswers(app)
  const { log } = Fastify()
  const mailing = {
    write: (deliver: Parameters<typeof createMail>[0]['deliver']) =>
      createMail({ deliver, publicUrl, details: testDetails }),
    transport: createCaptureTransport((mail) => insertCapturedMail(db, mail)),
  }
  app.addHook('onRequest', async ({ url }) => {
    if (!url.startsWith('/dev/mailbox')) return
    const { rows } = await sql<{ id: string; name: JobName; data: never }>`
      update pgboss.job set state = 'active' where state = 'created' and name like 'send-%' and name <> 'send-payout'
      returning id, name, data
    `.execute(db)
    for (const job of rows) await doJob({ deps, mailing, log }, { ...job, isRetry: false })
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    publicUrl,
    close: async () => {
      await app.close()
      await close()
    },
  }
}
