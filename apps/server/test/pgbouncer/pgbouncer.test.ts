import { openSession } from '@chuma/core/auth/log-in'
import { verifyLedger } from '@chuma/core/books/verify-ledger'
import { followDatabase } from '@chuma/core/live/watch'
import { createTestDeps, givenMember } from '@chuma/core/testing'
import { createDb } from '@chuma/db/client'
import { migrateToLatest } from '@chuma/db/migrate'
import { listen } from '@chuma/db/queries/listen'
import { createTestDb } from '@chuma/db/testing'
import { createMail } from '@chuma/mail/create-mail'
import { testDetails } from '@chuma/mail/testing'
import { createCaptureTransport } from '@chuma/mail/transports'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readEnv } from '../../src/env.ts'
import { startJobs } from '../../src/jobs/start-jobs.ts'
import { openDatabase } from '../../src/open-database.ts'
import { hasPgBouncer, startPgBouncer } from './start-pgbouncer.ts'

const POOL_SIZE = 5
const log = pino({ level: 'silent' }, { write: () => {} })

describe.skipIf(!hasPgBouncer)(
  'behind PgBouncer in transaction mode (apt-get install pgbouncer)',
  async () => {
    if (!hasPgBouncer) return
    const { stack, direct, close } = await openStack()
    afterAll(close)
    const { url, deps, bouncer } = stack

    const call = async (token: string, path: string, body?: unknown) => {
      const response = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        text: await response.text(),
      }
    }

    /** Call as a client does: repeat when told to, since nothing was done. */
    const callUntilServed = async (...args: Parameters<typeof call>): ReturnType<typeof call> => {
      const answer = await call(...args)
      return answer.status === 503 ? callUntilServed(...args) : answer
    }

    const memberWith = async (points: number) => {
      const member = await givenMember(direct, { points })
      const who = { member: null, staff: null, apiKey: null, address: null, userAgent: null }
      const { token } = await direct
        .transaction()
        .execute((trx) => openSession(trx, who, { memberId: member.memberId }))
      return { ...member, token }
    }

    test('two processes migrate through it at once and leave no lock behind', async () => {
      const pooled = [createDb(bouncer.url, { max: 2 }), createDb(bouncer.url, { max: 2 })]
      await Promise.all(pooled.map((db) => migrateToLatest(db)))
      await Promise.all(pooled.map((db) => db.destroy()))
      const { rows } = await sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(direct)
      expect(rows).toEqual([])
    })

    test('of fifty bonus claims at once one succeeds', async () => {
      const { token, memberId } = await memberWith(0)
      const answers = await Promise.all(Array.from({ length: 50 }, () => call(token, '/api/daily-login', {})))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      // Callers beyond the most at once, or without a connection in time, were told so; all others that it is done.
      expect(answers.filter(({ status }) => ![200, 409, 429, 503].includes(status))).toEqual([])
      const { rows } = await sql`select from posting where member_id = ${memberId}`.execute(direct)
      expect(rows).toHaveLength(1)
    })

    test('sign-ups, withdrawals and their mails go through it side by side, and pages are notified', async () => {
      const member = await memberWith(5)
      const stream = await fetch(`${url}/trpc/wallet.onChange`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${member.token}` },
      })
      const page = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
      let heard = ''
      const hear = async (times: number) => {
        while (heard.split('"changed"').length <= times) {
          const { value, done } = (await page?.read()) ?? { value: '', done: true }
          if (done) throw new Error(`the stream ended: ${heard}`)
          heard += value
        }
      }
      await hear(1)
      const form = (n: number) => ({
        firstName: 'Amina',
        lastName: 'Otieno',
        email: `amina-${n}@example.com`,
        password: 'a-long-password',
        confirmPassword: 'a-long-password',
      })
      const ask = { withdrawalMethod: 'mpesa', pointsToWithdraw: 2, mpesaNumber: '254712000001' }
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, (_, n) => callUntilServed('', '/api/auth/signup', form(n))),
        callUntilServed(member.token, '/api/withdrawals', ask),
        ...Array.from({ length: 8 }, () => callUntilServed(member.token, '/api/activity')),
      ])
      expect(answers.map(({ status }) => status)).toEqual([
        ...Array.from({ length: 4 }, () => 200),
        201,
        ...Array.from({ length: 8 }, () => 200),
      ])
      await hear(2)
      await page?.cancel()
      await expect
        .poll(() => stack.mailed.filter((to) => to.startsWith('amina-')).length, { timeout: 15_000 })
        .toBe(4)
    })

    test('with all its connections taken both doors answer when to retry, and serve as soon as one is free', async () => {
      const { token } = await memberWith(3)
      const holders = Array.from(
        { length: POOL_SIZE },
        () => new pg.Client({ connectionString: bouncer.url }),
      )
      for (const holder of holders) {
        holder.on('error', () => {})
        await holder.connect()
        await holder.query('begin')
        await holder.query('select 1')
      }
      const refused = await Promise.all(Array.from({ length: 30 }, () => call(token, '/api/activity')))
      const said = new Set(refused.map(({ status, text }) => `${status} ${JSON.parse(text).code}`))
      // On a slow machine, even connecting to PgBouncer may take too long.
      expect([...said].filter((each) => each !== '503 UNAVAILABLE')).toEqual(['503 BUSY'])
      expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
      for (const holder of holders) await holder.end()
      await expect.poll(async () => (await call(token, '/api/activity')).status).toBe(200)
    })

    test('the server reconnects on its own after PgBouncer restarts', async () => {
      const { token } = await memberWith(3)
      let isOver = false
      const seen = new Set<number>()
      const ask = async () => {
        while (!isOver) seen.add((await call(token, '/api/activity')).status)
      }
      const callers = [ask(), ask(), ask(), ask()]
      for (let n = 0; n < 2; n++) {
        await bouncer.stop()
        await expect.poll(async () => (await call(token, '/api/activity')).status).toBe(503)
        await bouncer.start()
        await expect
          .poll(async () => (await call(token, '/api/activity')).status, { timeout: 10_000 })
          .toBe(200)
      }
      isOver = true
      await Promise.all(callers)
      expect([...seen].toSorted()).toEqual([200, 503])
      expect(await verifyLedger(deps)).toMatchObject({ ok: true, findings: [] })
    })

    test('listening through it fails with the name of the missing setting, instead of silence', async () => {
      const lost = await new Promise<Error>((resolve) => {
        const listener = listen({
          connectionString: bouncer.url,
          onChange: () => {},
          onListening: () => resolve(new Error('it listens')),
          onLost: (error) => void listener.close().then(() => resolve(error)),
        })
      })
      expect(lost.message).toContain('DATABASE_DIRECT_URL')
    })
  },
)

/** Open the server with its jobs, behind a small PgBouncer; `direct` bypasses it. */
async function openStack() {
  const { db: direct, url: directUrl, close: closeDb } = await createTestDb({ max: 5 })
  const bouncer = await startPgBouncer(directUrl, POOL_SIZE)
  const open = (url: string) =>
    openDatabase(readEnv({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }), { log, tracing: undefined })
  const database = await open(bouncer.url)
  const ofWorker = await open(bouncer.jobsUrl)
  const deps = createTestDeps(database.db)
  const listener = followDatabase({
    changes: deps.changes,
    connectionString: database.directUrl,
    onLost: () => {},
  })
  const mailed: string[] = []
  const app = await buildApp({
    deps,
    publicUrl: 'http://localhost:3000',
    webRoot: '/nonexistent',
    demoLogin: null,
    trustProxy: false,
    callsPerMinute: 1_000_000,
    paces: null,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const mailing = {
    write: (deliver: Parameters<typeof createMail>[0]['deliver']) =>
      createMail({ deliver, publicUrl: url, details: testDetails }),
    transport: createCaptureTransport(async ({ to }) => void mailed.push(to)),
  }
  const jobs = await startJobs({ deps: { ...deps, db: ofWorker.jobsDb }, mailing, log, sweepSeconds: 1 })
  return {
    stack: { url, deps, bouncer, mailed },
    direct,
    close: async () => {
      await app.close()
      await jobs.stop()
      await listener.close()
      await database.close()
      await ofWorker.close()
      await bouncer.close()
      await closeDb()
    },
  }
}
