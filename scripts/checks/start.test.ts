import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const copy = mkdtempSync(path.join(tmpdir(), 'chuma-start-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))
cpSync(path.join(root, 'scripts'), path.join(copy, 'scripts'), { recursive: true })

const entry = (place: string) => ({ version: '1.0.0', integrity: `sha512-${place}` })
const lock = {
  packages: {
    '': {},
    'apps/web': { dependencies: { served: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/served': { ...entry('served'), peerDependencies: { peer: '*' } },
    'node_modules/tool': { ...entry('tool'), dev: true },
    'node_modules/peer': entry('peer'),
  },
}

function write(name: string, content: string): string {
  const file = path.join(copy, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

/** npm, Vite and the server's build of this machine: each prints its name, and fails as `FAKE_…` tells it to. */
const program = (name: string, work = '') => `
const says = process.env.FAKE_${name}
if (says) { console.error(says); process.exit(1) }
console.error('${name} was called with ' + process.argv.slice(2).join(' '))
${work}`
const install = `
if (process.env.FAKE_LOSS) console.error(process.env.FAKE_LOSS)
else require('node:fs').cpSync('package-lock.json', 'node_modules/.package-lock.json')`
const npmFile = write('npm/npm-cli.cjs', program('NPM', install))

/** Announces itself as the server does. */
const SERVER = `import { channel } from 'node:diagnostics_channel'
channel('chuma:start').publish(process.env.FAKE_SERVER ? 'failed' : 1)
if (process.env.FAKE_SERVER) { console.error(process.env.FAKE_SERVER); process.exit(1) }
console.log('serving on ' + process.env.PORT)
`

beforeEach(() => {
  rmSync(path.join(copy, 'node_modules'), { recursive: true, force: true })
  rmSync(path.join(copy, '.cache'), { recursive: true, force: true })
  write('package-lock.json', JSON.stringify(lock))
  write('node_modules/vite/bin/vite.js', program('VITE'))
  write('apps/web/package.json', '{}')
  write('apps/server/package.json', '{ "type": "module" }')
  write('apps/server/build.mjs', program('BUNDLER'))
  write('apps/server/dist/bin/main.js', SERVER)
})

type Machine = { args?: string[]; env?: NodeJS.ProcessEnv; node?: string }

/** `npm start` as npm runs it. `node`: the version that the first process takes itself for. */
async function start({ args = [], env = {}, node }: Machine = {}) {
  const lie = `Object.defineProperty(process.versions,'node',{value:'${node}'});Object.defineProperty(process,'arch',{value:'x64'})`
  const pretend = node ? ['--import', `data:text/javascript,${lie}`] : []
  const { CHUMA_NODE_IS_PINNED: _, PORT: __, HOST: ___, ...rest } = process.env
  const child = spawn(process.execPath, [...pretend, 'scripts/start.mjs', ...args], {
    cwd: copy,
    env: {
      ...rest,
      npm_execpath: npmFile,
      npm_lifecycle_event: 'start',
      NODE_DISABLE_COMPILE_CACHE: '1',
      PORT: String(await freePort()),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const status = await new Promise((resolve) => child.once('close', resolve))
  return { ...output, status }
}

async function listen() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

async function freePort() {
  const { port, close } = await listen()
  close()
  return port
}

test('a first start names what it installs and how large it is, and ends with the server', async () => {
  const { out, status } = await start()
  expect(out).toMatch(
    /^Installing 1 packages \(\d+ MB to fetch, \d+ MB in node_modules\) … done in [\d.]+ s\n/,
  )
  expect(out).toMatch(
    /Building the site and the server … done in [\d.]+ s\nStarting .* … done in [\d.]+ s\nserving on \d+\n$/,
  )
  expect(status).toBe(0)
})

test('a second start needs neither npm nor the bundler, and so no network and no git', async () => {
  await start()
  const { out, err, status } = await start({ env: { FAKE_NPM: 'npm', FAKE_VITE: 'vite', PATH: '/nowhere' } })
  expect({ err, status }).toEqual({ err: '', status: 0 })
  expect(out).toMatch(/^Starting .* … done in [\d.]+ s\nserving on \d+\n$/)
})

test('what serving needs is missing after a changed lock file, tools and peers are not', async () => {
  await start()
  const { tool: __, ...others } = { tool: 0, ...lock.packages, 'node_modules/served': undefined }
  write('node_modules/.package-lock.json', JSON.stringify({ packages: { ...others } }))
  expect((await start()).out).toContain('Installing 1 packages')
  const { 'node_modules/tool': _, 'node_modules/peer': ___, ...served } = lock.packages
  write('node_modules/.package-lock.json', JSON.stringify({ packages: served }))
  expect((await start()).out).not.toContain('Installing')
})

const NO_NETWORK = 'npm error code ENOTFOUND\nnpm error network request failed'
const NO_ROOM = 'npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write'

test.each([
  [
    'FAKE_NPM',
    NO_NETWORK,
    /Could not fetch the packages: .*\(ENOTFOUND\)\. Connect this machine, or name your proxy.* run npm start again\./,
  ],
  [
    'FAKE_NPM',
    NO_ROOM,
    /The disk is full: there is no room for the packages in .*node_modules\. Free about \d+ MB and run npm start again\./,
  ],
  [
    'FAKE_NPM',
    'npm error code EACCES',
    /This account may not write the packages into .* \(EACCES\)\. .* run npm start again\./,
  ],
  [
    'FAKE_VITE',
    'Error: ENOSPC: no space left on device, write',
    /The disk is full: there is no room for the build in .*web\. Free about \d+ MB and run npm start again\./,
  ],
])('%s: %j ends in one line', async (fake, output, line) => {
  const { err, status } = await start({ env: { [fake]: output } })
  expect(err).toMatch(new RegExp(`^${line.source}\n$`))
  expect(status).toBe(1)
})

test('a server that cannot start ends its line before it says why', async () => {
  const { out, err, status } = await start({ env: { FAKE_SERVER: 'There is no room left' } })
  expect(out).toMatch(/\nStarting the database and the server … failed\n$/)
  expect({ err, status }).toEqual({ err: 'There is no room left\n', status: 1 })
})

test('a failure that nobody at the machine can mend is shown whole', async () => {
  const { err, status } = await start({ env: { FAKE_VITE: 'SyntaxError: in page.tsx' } })
  expect(err).toBe('\nSyntaxError: in page.tsx\n\nThe build failed.\n')
  expect(status).toBe(1)
})

test('a port that is taken is named before anything is installed, with the option that chooses another', async () => {
  const { port, close } = await listen()
  const { out, err, status } = await start({ args: ['--port', String(port)] })
  close()
  expect({ out, err, status }).toEqual({
    out: '',
    err: `Port ${port} is in use. Stop what uses it, or choose another: npm start -- --port 3001\n`,
    status: 1,
  })
})

test('--port and --no-open are understood in both spellings', async () => {
  const port = await freePort()
  expect((await start({ args: ['--port', `${port}`, '--no-open'] })).out).toContain(`serving on ${port}\n`)
  expect((await start({ args: [`--port=${port}`] })).out).toContain(`serving on ${port}\n`)
})

test.each([
  ['--prot', 'npm start has no option --prot.'],
  ['4000', 'npm start has no option 4000.'],
  ['--no-open=1', 'npm start has no option --no-open=1.'],
  ['--port=0', '--port takes a number from 1 to 65535, not 0.'],
  ['--port', '--port takes a number from 1 to 65535.'],
])('%s is refused in one line with the list, also on an old Node', async (arg, line) => {
  const expected = {
    out: '',
    err: `${line} Its options: --port NUMBER, --no-open, --reset-demo, --help\n`,
    status: 2,
  }
  expect(await start({ args: [arg] })).toEqual(expected)
  expect(await start({ args: [arg], node: '20.20.2' })).toEqual(expected)
})

test('--help lists the options and starts nothing', async () => {
  const { out, err, status } = await start({ args: ['--help'] })
  expect(out.match(/--[a-z-]+/g)).toEqual(['--port', '--no-open', '--reset-demo', '--help'])
  expect({ err, status }).toEqual({ err: '', status: 0 })
})

test('--reset-demo runs before the server, which does not start if it refuses', async () => {
  write('apps/server/dist/bin/reset-demo.js', "console.log('deleted')\n")
  expect((await start({ args: ['--reset-demo'] })).out).toMatch(/deleted\nStarting .* s\nserving on \d+\n$/)
  write('apps/server/dist/bin/reset-demo.js', "console.error('not a demo'); process.exitCode = 1\n")
  const { out, err, status } = await start({ args: ['--reset-demo'] })
  expect(out).not.toContain('serving')
  expect({ err, status }).toEqual({ err: 'not a demo\n', status: 1 })
})

test('packages that npm left out because the network failed are not taken for installed', async () => {
  const output = 'npm http fetch GET - attempt 3 failed with ETIMEDOUT'
  const { err, status } = await start({ env: { FAKE_LOSS: output } })
  expect(err).toMatch(/^Could not fetch the packages: .*\(ETIMEDOUT\)\..*\n$/)
  expect(status).toBe(1)
})

test('an old Node says what it fetches and how large it is, and why that failed', async () => {
  const { err, status } = await start({ node: '20.20.2', env: { FAKE_NPM: NO_NETWORK } })
  const [first, second] = err.split('\n')
  expect(first).toMatch(/^Chuma needs .* which is fetched once into \.cache \(\d+ MB\)\.$/)
  expect(second).toMatch(
    /^Could not fetch Node 24\.[\d.]+: the network gives no answer \(ENOTFOUND\)\..* run npm start again\.$/,
  )
  expect(status).toBe(1)
})

test('npm’s proxy reaches the fetch of Node', async () => {
  const asked: string[] = []
  const proxy = createHttpServer().on('connect', (request, socket) => {
    asked.push(`${request.url}`)
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const { npm_execpath } = process.env
  const own = npm_execpath && /npm-cli\.c?js$/.test(npm_execpath) ? npm_execpath : ''
  const { err } = await start({
    node: '20.20.2',
    env: {
      npm_execpath: own,
      npm_config_https_proxy: address,
      npm_config_proxy: address,
      npm_config_noproxy: '',
      npm_config_registry: 'https://packages.invalid/',
      npm_config_fetch_retries: '0',
      npm_config_cache: path.join(copy, 'npm-cache'),
    },
  })
  proxy.close()
  expect(asked).toContain('packages.invalid:443')
  expect(err).toMatch(/Could not fetch Node/)
})
