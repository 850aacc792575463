import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createApiKey } from '@chuma/core/admin/keys'
import { givenSecondFactor, givenStaff, STAFF_PASSWORD, showCode } from '@chuma/core/admin/testing'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '../../src/testing.ts'
import { commandFile, openFolder, runChuma } from './run-chuma.ts'

const testApp = await createTestApp()
const { app, deps } = testApp
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const { folder, remove } = openFolder()
afterAll(async () => {
  remove()
  await testApp.close()
})

const env = { XDG_CONFIG_HOME: folder }
const file = path.join(folder, 'chuma/sign-in.json')
const readToken = () => JSON.parse(readFileSync(file, 'utf8')).token

async function givenKey() {
  const owner = await givenStaff(deps)
  const wanted = {
    name: `Night script ${randomUUID().slice(0, 8)}`,
    permissions: ['withdrawals:read' as const],
    expiresInDays: 1,
  }
  return createApiKey(deps, owner.caller, { ...wanted, password: STAFF_PASSWORD })
}

test('a person types name, password and code, sees neither secret echoed, and stays signed in until they sign out', async () => {
  const { username, secret } = await givenSecondFactor(deps, { role: 'finance' })
  const code = showCode(secret)
  const signedIn = await runChuma(['login', '--url', url], {
    env,
    answers: { Username: username, Password: STAFF_PASSWORD, Code: code },
  })
  expect(signedIn).toMatchObject({ code: 0, err: expect.stringContaining(`${username} (finance) at ${url}`) })
  const token = readToken()
  expect(token).toMatch(/^a_/)
  for (const secretText of [token, STAFF_PASSWORD]) {
    expect(signedIn.out + signedIn.err).not.toContain(secretText)
  }
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)

  const who = await runChuma(['whoami', '--json'], { env })
  expect(JSON.parse(who.out)).toMatchObject({ url, from: 'file', kind: 'staff', username, role: 'finance' })
  expect(who.out).not.toContain(token)

  expect(await runChuma(['logout'], { env })).toMatchObject({ code: 0 })
  expect(await runChuma(['whoami'], { env })).toMatchObject({ code: 3, out: '' })
  const ended = { CHUMA_URL: url, CHUMA_TOKEN: token }
  expect(await runChuma(['whoami'], { env: ended })).toMatchObject({
    code: 3,
    err: 'Your session has ended. Sign in again.\n',
  })
})

test('a wrong password or code signs no one in', async () => {
  const { username } = await givenSecondFactor(deps)
  const log = (input: string) =>
    runChuma(['login', '--url', url, '--username', username, '--password-stdin'], { env, input })
  expect(await log('not-the-password')).toMatchObject({ code: 3, err: 'Invalid username or password\n' })
  expect(await log(STAFF_PASSWORD)).toMatchObject({ code: 3, err: expect.stringContaining('authenticator') })
  expect(await log(`${STAFF_PASSWORD}\n000000`)).toMatchObject({ code: 3 })
  expect(() => readToken()).toThrow('ENOENT')
})

test('an API key comes from a pipe or the environment, and is named as one', async () => {
  const { token } = await givenKey()
  expect(
    await runChuma(['login', '--url', url, '--token-stdin'], { env, input: `${token}\n` }),
  ).toMatchObject({
    code: 0,
    err: `Signed in: An API key at ${url}\n`,
  })
  expect(await runChuma(['whoami'], { env })).toMatchObject({ code: 0, out: `An API key at ${url}\n` })
  await runChuma(['logout'], { env })
  const given = { CHUMA_URL: url, CHUMA_TOKEN: token }
  expect(await runChuma(['whoami'], { env: given })).toMatchObject({ code: 0, out: `An API key at ${url}\n` })
})

test('an address may end in /api or a page, lack its scheme, or be pasted with marks around it', async () => {
  const { token } = await givenKey()
  const host = url.replace('http://', '')
  for (const address of [
    `${url}/api`,
    `${url}/api/`,
    `${url}/trpc`,
    `${url}/admin/surveys`,
    host,
    `\u200e${url}/\n`,
  ]) {
    const given = { CHUMA_URL: address, CHUMA_TOKEN: `${token}\n` }
    expect(await runChuma(['whoami'], { env: given }), address).toMatchObject({
      code: 0,
      out: `An API key at ${url}\n`,
    })
  }
  const page = await runChuma(['whoami'], { env: { CHUMA_URL: `${url}/terms`, CHUMA_TOKEN: token } })
  expect(page).toMatchObject({ code: 4, err: expect.stringContaining('Something other than Chuma answered') })
})

test('a key that the server does not know is not stored', async () => {
  const input = `k_${'A'.repeat(65)}`
  const refused = await runChuma(['login', '--url', url, '--token-stdin'], { env, input })
  expect(refused).toMatchObject({ code: 3, out: '', err: 'Your session has ended. Sign in again.\n' })
  expect(await runChuma(['login', '--url', url, '--token-stdin'], { env, input: 'a word' })).toMatchObject({
    code: 2,
  })
  expect(() => readToken()).toThrow('ENOENT')
})

test('a token is sent only to the server it is for, and never unencrypted', async () => {
  const { token } = await givenKey()
  await runChuma(['login', '--url', url, '--token-stdin'], { env, input: token })
  const elsewhere = url.replace('127.0.0.1', 'localhost')
  for (const run of [
    runChuma(['whoami', '--url', elsewhere], { env }),
    runChuma(['whoami'], { env: { ...env, CHUMA_URL: elsewhere } }),
  ]) {
    expect(await run).toMatchObject({ code: 3, err: expect.stringContaining('Nobody is signed in') })
  }
  const open = { CHUMA_TOKEN: token, CHUMA_URL: 'http://chuma.example' }
  expect(await runChuma(['whoami'], { env: open })).toMatchObject({
    code: 2,
    err: expect.stringContaining('https'),
  })
  await runChuma(['logout'], { env })
})

test('a sign-in that others on the machine can read is not used', async () => {
  const { token } = await givenKey()
  await runChuma(['login', '--url', url, '--token-stdin'], { env, input: token })
  chmodSync(file, 0o644)
  expect(await runChuma(['whoami'], { env })).toMatchObject({
    code: 3,
    err: expect.stringContaining('chmod 600'),
  })
  chmodSync(file, 0o600)
  await runChuma(['logout'], { env })
})

test('as a separate program it reads pipes, reports through its exit code, and ends cleanly on ctrl-c', async () => {
  const { username } = await givenStaff(deps, { role: 'analyst' })
  const start = (given: Record<string, string>, ...argv: string[]) =>
    spawn(process.execPath, ['--import', 'tsx', commandFile, ...argv], {
      env: { PATH: process.env.PATH, ...given },
    })
  const finish = async (child: ReturnType<typeof start>, input = '') => {
    const shown = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      shown.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      shown.err += chunk
    })
    child.stdin.end(input)
    const code = await new Promise((resolve) => child.on('close', resolve))
    return { code, ...shown }
  }
  const login = start(env, 'login', '--url', url, '--username', username, '--password-stdin')
  expect(await finish(login, STAFF_PASSWORD)).toMatchObject({ code: 0, out: '' })
  const follow = start(env, 'follow', '--json', '--last', '1')
  follow.stdout.once('data', () => follow.kill('SIGINT'))
  const stranger = start({ CHUMA_URL: url, CHUMA_TOKEN: `a_${'A'.repeat(65)}` }, 'whoami')
  const [followed, refused] = await Promise.all([finish(follow), finish(stranger)])
  expect(followed).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(followed.out)).toMatchObject({ action: 'log-in', actor: `staff:${username}` })
  expect(refused).toEqual({ code: 3, out: '', err: 'Your session has ended. Sign in again.\n' })
})

test('shells complete commands, options and their values, and leave file names to the shell', async () => {
  const complete = async (...words: string[]) => (await runChuma(['__complete', '--', ...words])).out
  expect(await complete('withdr')).toBe('withdrawals\tlist, approve and reject withdrawals\n')
  expect(await complete('withdrawals', 'a')).toMatch(/^approve\t/)
  expect(await complete('withdrawals', 'list', '--status', 'p')).toBe('pending\t\npaid\t\n')
  expect(await complete('premium', 'grant', 'ann@example.com', '--m')).toMatch(/^--months\t/)
  expect(await complete('withdrawals', 'list', '--js')).toMatch(/^--json\t/)
  expect(await complete('offers', 'import', 'of')).toBe('')
  expect(await complete('completion', '')).toBe('bash\t\nzsh\t\nfish\t\n')

  const { out } = await runChuma(['completion', 'bash'])
  const asked = `chuma() { printf '%s\\n' "$@" > ${path.join(folder, 'asked')}; printf 'approve\\tone\\nall of it\\ttwo\\n'; }
    ${out}
    COMP_WORDS=(chuma withdrawals a) COMP_CWORD=2
    _chuma
    printf '%s|' "\${COMPREPLY[@]}"`
  expect(execFileSync('bash', ['-c', asked], { encoding: 'utf8' })).toBe('approve|all of it|')
  expect(readFileSync(path.join(folder, 'asked'), 'utf8')).toBe('__complete\n--\nwithdrawals\na\n')
})

test('every command explains itself with an example, and a mistake points to the help', async () => {
  const commands = ['login', 'logout', 'whoami', 'follow', 'completion']
  const nested = {
    withdrawals: ['list', 'approve', 'reject'],
    offers: ['import', 'export'],
    quiz: ['import', 'export'],
    ledger: ['verify', 'export'],
    premium: ['grant'],
    webhooks: ['list', 'deliveries', 'replay'],
  }
  const all = [
    ...commands.map((name) => [name]),
    ...Object.entries(nested).flatMap(([group, names]) => names.map((name) => [group, name])),
  ]
  for (const words of all) {
    const { code, out } = await runChuma([...words, '--help'])
    expect([words, code, out]).toEqual([
      words,
      0,
      expect.stringMatching(new RegExp(`Examples?:\n(.*\n)*.*chuma ${words.join(' ')}`)),
    ])
  }
  expect(await runChuma(['--version'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  expect(await runChuma(['withdrawals', 'aprove'])).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('approve'),
  })
})
