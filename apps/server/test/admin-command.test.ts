import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { callRest, createTestApp } from '../src/testing.ts'

const testApp = await createTestApp()
afterAll(testApp.close)
const run = promisify(execFile)

function admin(args: string[], env: NodeJS.ProcessEnv = {}) {
  return run(process.execPath, ['--import', 'tsx', 'src/admin.ts', ...args], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, DATABASE_URL: testApp.url, ...env },
  })
}

test('makes the first account of a new installation, with a password that is shown once', async () => {
  const { stdout } = await admin(['create', '--username', 'Jane'])
  const password = /Shown once: (\S{20})\n$/.exec(stdout)?.[1]
  const answer = await callRest(testApp.app, undefined, {
    method: 'POST',
    url: '/api/admin/login',
    body: { username: 'jane', password },
  })
  expect(answer).toMatchObject({ status: 200, body: { admin: { username: 'jane', role: 'owner' } } })
})

test.each([
  [[], 'npm run admin -- create'],
  [['create'], 'npm run admin -- create'],
  [['create', '--username', 'x', '--role', 'king'], 'npm run admin -- create'],
  [['create', '--username', 'x', '--force'], 'npm run admin -- create'],
  [['create', '--username', 'a b'], 'letter'],
])('says in one line what is wrong with %j', async (args, words) => {
  const failure = await admin(args).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  )
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  expect(failure?.stderr.trimEnd().split('\n')).toHaveLength(1)
})
