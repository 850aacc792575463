import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { issueSetUpLink } from '@chuma/core/admin/set-up/issue-set-up-link'
import { OWNER_PASSWORD, ownerInput } from '@chuma/core/admin/set-up/testing'
import { showCode } from '@chuma/core/admin/testing'
import { afterAll, expect, test } from 'vitest'
import { callRest, callTrpc, createTestApp } from '../src/testing.ts'
import { bundleProgram } from './bundle-program.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
afterAll(testApp.close)

const change = (token: string | undefined, path: string, input?: unknown) =>
  callTrpc(app, token, { type: 'mutation', path: `admin.${path}`, input })
const runAdmin = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [await bundleProgram('admin'), ...args], {
    env: { ...process.env, DATABASE_URL: testApp.url, PUBLIC_URL: 'https://pesa.example' },
  })
const readToken = (link: string) => /\/set-up#(s_[\w-]{43}) /.exec(link)?.[1] ?? ''

test('a new installation is set up through HTTP, once', async () => {
  const early = await issueSetUpLink(deps, { revokesOthers: false })
  const { stdout } = await runAdmin('set-up-link')
  expect(stdout).toContain('https://pesa.example/set-up#s_')
  const token = readToken(stdout)

  // The link from the log was revoked by the command.
  const old = early?.path.split('#')[1] ?? ''
  expect(await change(undefined, 'openSetUpLink', { token: old })).toMatchObject({
    status: 404,
    body: { code: 'SET_UP_LINK_INVALID' },
  })
  expect(await change(undefined, 'openSetUpLink', { token })).toMatchObject({ status: 200 })
  const person = {
    firstName: 'Ann',
    lastName: 'Bee',
    email: 'ann@example.com',
    password: 'maji-safi-9',
    confirmPassword: 'maji-safi-9',
  }
  const signUp = () => callRest(app, undefined, { method: 'POST', url: '/api/auth/signup', body: person })
  expect(await signUp()).toMatchObject({ status: 409, body: { code: 'CLOSED' } })

  const created = await change(undefined, 'createFirstOwner', ownerInput(token))
  expect(created).toMatchObject({ status: 200, body: { admin: { username: 'wanjiru', role: 'owner' } } })
  const owner: string = created.body.token
  expect(await change(undefined, 'createFirstOwner', ownerInput(token, 'mallory'))).toMatchObject({
    status: 410,
    body: { code: 'SET_UP_CLOSED', message: expect.stringContaining('works once') },
  })
  await expect(runAdmin('set-up-link')).rejects.toMatchObject({
    stderr: expect.stringContaining('is set up'),
  })

  const step = (name: string) => change(owner, 'completeSetUpStep', { step: name })
  expect(await step('product')).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_MISSING' } })
  const { body: started } = await change(owner, 'startSecondFactor', { password: OWNER_PASSWORD })
  await change(owner, 'confirmSecondFactor', { code: showCode(started.secret) })
  for (const name of ['product', 'payouts', 'mail', 'economy']) {
    expect(await change(owner, 'finishSetUp', { isSignUpOpen: true })).toMatchObject({
      status: 409,
      body: { code: 'SET_UP_INCOMPLETE' },
    })
    expect(await step(name)).toMatchObject({ status: 200 })
  }
  expect(await change(owner, 'finishSetUp', { isSignUpOpen: true })).toMatchObject({ status: 200 })

  // Nothing of it is open any more, to anybody.
  for (const [path, input] of [
    ['openSetUpLink', { token }],
    ['createFirstOwner', ownerInput(token, 'mallory')],
    ['completeSetUpStep', { step: 'mail' }],
    ['testPayouts', {}],
    ['sendTestMail', { to: 'a@example.com' }],
    ['finishSetUp', { isSignUpOpen: false }],
  ] as const) {
    expect([path, (await change(owner, path, input)).status]).toEqual([path, 410])
  }
  expect(await signUp()).toMatchObject({ status: 200 })
})

test('pages and the public call show the name and contact details that an owner chose', async () => {
  const { token } = await testApp.owner('njeri')
  const chosen = {
    name: 'Pesa Poa',
    email: 'habari@pesa.test',
    phone: '0700 000 000',
    address: 'Ngong Road, Nairobi',
    hours: ['Every day, 8 to 8'],
    isSignUpOpen: true,
  }
  const url = '/api/admin/product'
  expect(await callRest(app, token, { method: 'PUT', url, body: chosen })).toMatchObject({
    status: 200,
    body: chosen,
  })
  expect(await callRest(app, token, { method: 'GET', url })).toMatchObject({ status: 200, body: chosen })
  const { name: _, isSignUpOpen: __, ...details } = chosen
  expect(await callRest(app, undefined, { method: 'GET', url: '/api/contact' })).toEqual({
    status: 200,
    body: details,
  })
})
