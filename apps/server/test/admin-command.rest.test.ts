import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { disableStaff } from '@chuma/core/admin/staff/manage-staff'
import { givenSecondFactor, givenStaff, identifyStaff } from '@chuma/core/admin/testing'
import { givenMail } from '@chuma/core/inbox/mails/testing'
import { createDb } from '@chuma/db/client'
import { startEmbedded } from '@chuma/db/embedded'
import { migrateToLatest } from '@chuma/db/migrate'
import { isRestoreUnfinished, markRestore, unmarkRestore } from '@chuma/db/queries/auth/restored'
import { insertJob } from '@chuma/db/queries/jobs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { OperatorError, readCommand, runCommand } from '../src/operator/run-command.ts'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'
import { bundleProgram } from './bundle-program.ts'

const testApp = await createTestApp()
const { app, db, deps } = testApp
afterAll(testApp.close)
const run = promisify(execFile)

async function admin(args: string[], env: NodeJS.ProcessEnv = {}) {
  return run(process.execPath, [await bundleProgram('admin'), ...args], {
    env: { ...process.env, DATABASE_URL: testApp.url, ...env },
  })
}

/** What a command prints. Starting the program takes most of the time, and some tests below do. */
const runHere = (args: string[]) => runCommand(db, readCommand(args), 'http://localhost:3000')

const fail = (args: string[], env?: NodeJS.ProcessEnv) =>
  admin(args, env).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  )

const logIn = (username: string, password: string | undefined) =>
  callRest(app, undefined, { method: 'POST', url: '/api/admin/login', body: { username, password } })

const listActions = async (subject: string) =>
  db.selectFrom('auditEntry').select(['actor', 'action']).where('subject', '=', subject).execute()

test('a new installation’s first account gets a password that is shown once and expires', async () => {
  const { stdout } = await admin(['create', '--username', 'Jane'])
  const password = /Shown once: (\S{22})\n$/.exec(stdout)?.[1]
  const answer = await logIn('jane', password)
  expect(answer).toMatchObject({ status: 200, body: { admin: { username: 'jane', role: 'owner' } } })
  const me = await callTrpc(app, answer.body.token, { type: 'query', path: 'admin.getStaffMember' })
  expect(stdout).toContain(`before ${me.body.passwordExpiresAt.slice(0, 10)}`)
  expect(await listActions('staff:jane')).toContainEqual({ actor: 'system', action: 'create-staff' })
})

test('a reset gives a new password and removes the second factor and every session', async () => {
  const { actor } = await givenStaff(deps)
  const lost = await givenSecondFactor(deps, { role: 'finance' })
  await disableStaff(deps, actor, { id: lost.id })
  const printed = await runHere(['reset', '--username', lost.username.toUpperCase()])
  expect(printed).toContain('was disabled and is open again')
  expect((await logIn(lost.username, lost.password)).status).toBe(401)
  const password = /Shown once: (\S{22})$/.exec(printed)?.[1]
  expect((await logIn(lost.username, password)).status).toBe(200)
  expect((await identifyStaff(deps, lost.token)).staff).toBeNull()
  expect(await listActions(`staff:${lost.username}`)).toContainEqual({
    actor: 'system',
    action: 'staff.reset',
  })
})

test('the list shows the staff accounts in columns', async () => {
  const secured = await givenSecondFactor(deps, { role: 'finance' })
  await runHere(['create', '--username', 'newcomer', '--role', 'analyst'])
  const printed = await runHere(['list'])
  const rows = printed.split('\n')
  const cells = rows.map((row) => row.split(/ {2,}/))
  expect(cells[0]).toEqual(['username', 'role', 'second factor', 'last log-in (UTC)', 'disabled'])
  expect(cells).toContainEqual(['newcomer', 'analyst', 'off', 'never', 'no'])
  expect(cells).toContainEqual([
    secured.username,
    'finance',
    'on',
    expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    'no',
  ])
  expect(printed).not.toContain(secured.secret)
  const starts = rows.map((row) => row.search(/ (owner|finance|content|analyst|role) /))
  expect(new Set(starts).size).toBe(1)
})

test('a member is made admin, and then no longer is', async () => {
  const { memberId, email, token } = await testApp.member()
  const me = () => callTrpc(app, token, { type: 'query', path: 'admin.getStaffMember' })
  await runHere(['grant', '--email', email.toUpperCase(), '--role', 'analyst'])
  expect(await me()).toMatchObject({ status: 200, body: { role: 'analyst' } })
  expect(await runHere(['grant', '--email', email, '--role', 'none'])).toContain('not an admin any more')
  expect((await me()).status).toBe(403)
  expect(await listActions(`member:${memberId}`)).toEqual(
    Array(2).fill({ actor: 'system', action: 'member.role' }),
  )
})

test.each([
  [[]],
  [['create']],
  [['create', '--username', 'x', '--role', 'king']],
  [['create', '--username', 'x', '--force']],
  [['reset']],
  [['list', '--username', 'x']],
  [['grant', '--email', 'a@example.com']],
  [['destroy']],
])('lists the commands for %j', (args) => {
  expect(() => readCommand(args)).toThrow(/^(npm run admin -- .+(\n|$))+$/)
})

test('the program prints the commands on its error output and fails', async () => {
  const failure = await fail(['destroy'])
  expect(failure?.code).toBe(1)
  for (const row of failure?.stderr.trimEnd().split('\n') ?? ['']) expect(row).toMatch(/^npm run admin -- /)
})

test('a restore that did not finish cannot be declared settled', async () => {
  await markRestore(db)
  try {
    await expect(runHere(['restored', '--to', '2026-11-26T14:05:00Z'])).rejects.toThrow('has not finished')
    expect(await isRestoreUnfinished(db)).toBe(true)
  } finally {
    await db.transaction().execute(unmarkRestore)
  }
})

test('mails that were given up are sent again by staff or the operator, each once', async () => {
  const { token } = await givenStaff(deps)
  const giveUp = async () => {
    await db.transaction().execute((trx) => insertJob(trx, 'send-account-closing', someone))
    const failed = await sql<{ id: string }>`update pgboss.job set state = 'failed', completed_on = now()
      where name = 'send-account-closing' and state = 'created' returning id`.execute(db)
    const [{ id: jobId } = { id: '' }] = failed.rows
    await givenMail(db, { jobId, outcome: { outcome: 'refused', isFinal: false, reason: 'ECONNREFUSED' } })
  }
  const someone = { memberId: randomUUID(), email: 'amina@example.com' }
  const resend = { method: 'POST', url: '/api/admin/system/mails/resend', body: {} } as const
  await giveUp()
  const report = await callTrpc(app, token, { type: 'query', path: 'admin.getSystem' })
  expect(report.body.givenUpMails).toMatchObject([{ queue: 'send-account-closing', resendableCount: 1 }])
  expect(await callRest(app, token, resend)).toMatchObject({ status: 200, body: { resentCount: 1 } })
  expect(await callRest(app, token, resend)).toMatchObject({ status: 200, body: { resentCount: 0 } })
  await giveUp()
  expect(await runHere(['resend-mails'])).toMatch(/^1 mails are sent again/)
  expect(await runHere(['resend-mails'])).toMatch(/^0 mails are sent again/)
  expect(await listActions('mails')).toHaveLength(4)
})

test('the program says in one line what is wrong', async () => {
  const failure = await fail(['create', '--username', 'a b'])
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('letter') })
  expect(failure?.stderr.trimEnd().split('\n')).toHaveLength(1)
})

test.each([
  [['reset', '--username', 'nobody-here'], 'There is no staff account called nobody-here'],
  [
    ['grant', '--email', 'nobody@example.com', '--role', 'owner'],
    'There is no member with the address nobody@example.com',
  ],
])('%j names who is not there', async (args, message) => {
  await expect(runHere(args)).rejects.toThrow(new OperatorError(message))
})

test('without DATABASE_URL it uses the server’s own database, and says when there is none', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'chuma-command-'))
  const env = { DATABASE_URL: '', DATA_DIR: dir }
  expect(await fail(['list'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL: .*\n$/),
  })
  const embedded = await startEmbedded({ dir, durable: false })
  try {
    const own = createDb(embedded.url, { max: 2 })
    await migrateToLatest(own)
    await own.destroy()
    await admin(['create', '--username', 'wambui'], env)
    expect((await admin(['list'], env)).stdout).toContain('wambui')
  } finally {
    await embedded.stop()
  }
  expect(await fail(['list'], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^DATABASE_URL: .*\n$/),
  })
  await rm(dir, { recursive: true, force: true })
})
