import { givenStaff, showCode } from '@chuma/core/admin/testing'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createLogger } from '../../src/logging/logger.ts'
import { callRest, callTrpc, createTestApp } from '../../src/testing.ts'
import { listProcedures, listRoutes } from '../security/list-routes.ts'

const lines: string[] = []
const testApp = await createTestApp()
const { db, deps } = testApp
const app = await testApp.open({
  logger: createLogger('trace', { write: (line: string) => lines.push(line) }),
})
afterAll(testApp.close)

const change = async (token: string | undefined, path: string, input?: unknown) =>
  (await callTrpc(app, token, { type: 'mutation', path: `admin.${path}`, input })).body

/** An owner with every secret an account can have, each shown once. */
async function givenSecrets() {
  const { token, username, password, id } = await givenStaff(deps)
  const { secret, otpauthUri } = await change(token, 'startSecondFactor', { password })
  const { recoveryCodes } = await change(token, 'confirmSecondFactor', { code: showCode(secret) })
  const [used = ''] = recoveryCodes
  const session = await change(undefined, 'login', { username, password, code: used })
  const issued = await change(token, 'createStaff', { username: `${username}-2`, role: 'analyst' })
  const key = await change(token, 'createApiKey', {
    name: username,
    permissions: ['stats:read'],
    expiresInDays: 1,
    password,
  })
  const webhook = await callRest(app, token, {
    method: 'POST',
    url: '/api/admin/webhooks',
    body: { name: username, url: 'https://hooks.example/', events: ['withdrawal.paid'] },
  })
  expect(webhook.status).toBe(201)
  await change(token, 'removeSecondFactor', { password, code: 'A'.repeat(16) })
  return {
    token,
    id,
    secrets: [
      secret,
      otpauthUri,
      ...recoveryCodes,
      session.token,
      token,
      password,
      issued.password,
      key.token,
      webhook.body.secret.replace('whsec_', ''),
    ],
  }
}

test('a secret shown once is in no list, log or table afterwards', async () => {
  const { token, secrets } = await givenSecrets()
  expect(secrets.every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true)
  const spellings = secrets.flatMap((secret) => [secret, secret.replaceAll('-', '')])

  const seen: string[] = []
  for (const { path } of listProcedures().filter(({ type }) => type === 'query')) {
    const { body } = await callTrpc(app, token, { type: 'query', path, input: {} })
    seen.push(`${path} ${JSON.stringify(body)}`)
  }
  for (const { path } of listRoutes(app).filter(({ methods }) => methods.includes('GET'))) {
    const { body } = await callRest(app, token, { method: 'GET', url: path })
    seen.push(`${path} ${JSON.stringify(body)}`)
  }
  expect(seen.length).toBeGreaterThan(40)
  for (const text of [...seen, ...lines]) for (const secret of spellings) expect(text).not.toContain(secret)

  const { rows } = await sql<{ name: string; text: string }>`
    select 'staff' as name, t::text as text from staff t union all
    select 'staff_session', t::text from staff_session t union all
    select 'staff_recovery_code', t::text from staff_recovery_code t union all
    select 'staff_second_factor', t::text from staff_second_factor t union all
    select 'webhook_endpoint', t::text from webhook_endpoint t union all
    select 'api_key', t::text from api_key t union all
    select 'throttle', t::text from throttle t union all
    select 'audit_entry', t::text from audit_entry t
  `.execute(db)
  const kept = JSON.stringify(rows)
  for (const secret of spellings) expect(kept).not.toContain(secret)
})
