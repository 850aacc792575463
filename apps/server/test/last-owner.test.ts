import { givenStaff } from '@chuma/core/admin/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'

const { app, deps, close } = await createTestApp()
afterAll(close)

test('the last owner cannot remove their own role or account through either door', async () => {
  const { id, token } = await givenStaff(deps)
  const refused = { status: 409, body: { code: 'LAST_OWNER' } }
  const url = `/api/admin/staff/${id}`
  const role = { role: 'finance' }
  expect(await callRest(app, token, { method: 'PUT', url: `${url}/role`, body: role })).toMatchObject(refused)
  expect(await callRest(app, token, { method: 'POST', url: `${url}/disable` })).toMatchObject(refused)
  for (const [path, input] of [
    ['admin.setStaffRole', { id, ...role }],
    ['admin.disableStaff', { id }],
  ] as const) {
    expect(await callTrpc(app, token, { type: 'mutation', path, input })).toMatchObject(refused)
  }
})
