import { createChanges, followDatabase } from '@chuma/core/live/watch'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertCapturedMail, listCapturedMail } from '@chuma/db/queries/mail'
import { createTestDb } from '@chuma/db/testing'
import { createMail } from '@chuma/mail/create-mail'
import { testDetails } from '@chuma/mail/testing'
import { createCaptureTransport } from '@chuma/mail/transports'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../logging/logger.ts'
import type { Mailing } from './do-job.ts'
import { startJobs } from './start-jobs.ts'

const { db, url, close } = await createTestDb()
afterAll(close)

const mailing: Mailing = {
  write: (deliver) =>
    createMail({
      deliver,
      publicUrl: 'https://chuma.test',
      details: testDetails,
    }),
  transport: createCaptureTransport((mail) => insertCapturedMail(db, mail)),
}

test('each job starts as it commits, even one that commits while the process has lost the database', async () => {
  const changes = createChanges()
  const listener = followDatabase({ changes, connectionString: url, onLost: () => {} })
  onTestFinished(listener.close)
  const jobs = await startJobs({
    deps: { ...createTestDeps(db), changes },
    mailing,
    log: createLogger('silent'),
    sweepSeconds: 3600,
    // Too long for polling to find a job.
    pollSeconds: 3600,
  })
  onTestFinished(jobs.stop)
  const expectMail = async (whileAdding: () => Promise<unknown> = async () => {}) => {
    const { email } = await givenMember(db)
    await whileAdding()
    await db.transaction().execute((trx) => insertJob(trx, 'send-address-taken', { email }))
    await expect.poll(() => listCapturedMail(db, email), { timeout: 10_000 }).toHaveLength(1)
  }

  await expectMail()
  await expectMail()
  await expectMail(() =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'chuma-listen'`.execute(db),
  )
})
