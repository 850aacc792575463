import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { showCode } from '@chuma/core/admin/testing'
import { openSession } from '@chuma/core/auth/log-in'
import { visitor } from '@chuma/core/auth/testing'
import { givenSecrets, readStored } from '@chuma/core/secrets/testing'
import { createTestDeps } from '@chuma/core/testing'
import { createTestDb } from '@chuma/db/testing'
import { afterEach, expect, test } from 'vitest'
import { bundleProgram } from '../bundle-program.ts'
import { closeAll, closeLater, createServerProcess, openSimulator } from './testing.ts'

afterEach(closeAll)

const run = promisify(execFile)
const [LOST, NEW] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'))

test('after the loss of SECRETS_KEY the server starts with a new one and asks for what is lost', async () => {
  const { db, url, close } = await createTestDb({ max: 5 })
  closeLater(close)
  const { factor, banked } = await givenSecrets(createTestDeps(db))
  const stored = await readStored(db)
  const simulator = await openSimulator()
  const before = await createServerProcess(simulator, { DATABASE_URL: url, SECRETS_KEY: LOST })
  await before.start()
  const program = await bundleProgram('rotate-secrets')
  const lose = () =>
    run(process.execPath, [program, '--lost'], {
      env: { ...process.env, DATABASE_URL: url, DEMO: 'off', SECRETS_KEY: NEW },
    })
  await expect(lose(), 'while a process has the key').rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^A server has been running .* Nothing was changed\n$/),
  })
  await before.stop()
  expect((await lose()).stdout).toMatch(
    /^Lost: the key [0-9a-f]{12}\..*\nsecond factors of staff +0 +1\n.*: 1 withdrawals are on hold for it\./s,
  )
  expect(await readStored(db)).toEqual(stored)

  const server = await createServerProcess(simulator, { DATABASE_URL: url, SECRETS_KEY: NEW })
  await server.start()
  expect((await lose()).stdout, 'again, while the server runs').toMatch(/^Lost: the key/)
  const logIn = (body: object) =>
    fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ username: factor.username, password: factor.password, ...body }),
    })
  const refused = await logIn({ code: showCode(factor.secret) })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'SECRET_LOST', message: expect.stringContaining('reset your account') },
  ])
  expect((await logIn({ code: factor.recoveryCodes[0] })).status).toBe(200)
  const { token } = await db
    .transaction()
    .execute((trx) => openSession(trx, visitor, { memberId: banked.member.memberId }))
  const listed = await fetch(`${server.url}/api/withdrawals`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await listed.json()).toContainEqual(
    expect.objectContaining({
      id: banked.pendingId,
      accountNumber: null,
      holds: [expect.objectContaining({ reason: 'account-unreadable', until: null })],
    }),
  )
})
