import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { end, openEmptyDatabase, run } from './empty-database.ts'
import { test as base } from './fixtures.ts'
import { findFreePort } from './listen-on-free-port.ts'
import { startMailServer } from './mail-server.ts'

const PROGRAM = path.join(import.meta.dirname, '../../server/dist/bin/main.js')

type Installation = {
  url: string
  /** What the server printed for the person who started it. */
  setUpLink: string
  findMail: (to: string) => string | undefined
  /** Let the delay of changes pass that nobody else could approve. */
  letDayPass: () => Promise<void>
}

/** The built product as an operator starts it: production, an empty database, and a mail server. */
export const test = base.extend<object, { installation: Installation }>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs here
    async ({}, use) => {
      const database = await openEmptyDatabase()
      const mail = await startMailServer()
      const port = await findFreePort()
      const url = `http://127.0.0.1:${port}`
      const { DEMO: _, ...inherited } = process.env
      const env = {
        ...inherited,
        NODE_ENV: 'production',
        SECRETS_KEY: randomBytes(32).toString('base64'),
        DATABASE_URL: database.url,
        PORT: String(port),
        PUBLIC_URL: url,
        SMTP_URL: mail.url,
        LOG_LEVEL: 'error',
        DATABASE_WAIT_SECONDS: '10',
      }
      const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      const setUpLink = await readLink(createInterface(child.stdout))
      await use({
        url,
        setUpLink,
        findMail: mail.findMail,
        letDayPass: () => run(database.url, LET_DAY_PASS),
      })
      await end(child)
      mail.stop()
      await database.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ installation }, use) => use(installation.url),
})

/** The job that runs them does not wait for its next turn. */
const LET_DAY_PASS = `
  alter table approval_request disable trigger user;
  update approval_request set runs_at = now();
  alter table approval_request enable trigger user;
  insert into pgboss.job (name, data, policy, retry_limit, expire_seconds, deletion_seconds, keep_until)
    select name, '{}', policy, 0, expire_seconds, deletion_seconds, now() + interval '1 day'
    from pgboss.queue where name = 'settle-approvals';
  select pg_notify('job_ready', 'settle-approvals')`

async function readLink(output: AsyncIterable<string>): Promise<string> {
  for await (const line of output) {
    const link = /^ {2}set up +(\S+)/.exec(line)?.[1]
    if (link) return link
  }
  throw new Error('the server ended without printing a link')
}
