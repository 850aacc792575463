// Kept in the syntax of Node 14, so that an old Node prints its message and not a syntax error.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { endWithNpm } from './steps/end-with-npm.mjs'
import { fetchPinned } from './steps/fetch-pinned.mjs'
import { root } from './steps/run-command.mjs'

const lockFolder = path.join(root, 'scripts', 'node')
const problem = `Chuma needs Node 22.19, 24 or 26, and this is Node ${process.versions.node}`
const FETCHED_MB = 51
const ON_DISK_MB = 189
const isWindows = process.platform === 'win32'

/**
 * Calls `main` on this Node if its line is maintained. On any other, runs the same command again on the pinned Node, which is
 * fetched once into `.cache`. Every script of the root package.json begins here.
 */
export function onMaintainedNode(main) {
  if (isMaintained(process.versions.node)) return main()
  const pinned = readPinned()
  // Without the second condition, a cache with the wrong Node in it would start itself for ever.
  if (!pinned.package || process.env.CHUMA_NODE_IS_PINNED) return refuse(pinned)
  say(
    `${problem}: continuing on Node ${pinned.version}` +
      (existsSync(pinned.program) ? '.' : `, which is fetched once into .cache (${FETCHED_MB} MB).`),
  )
  const program = path.relative(pinned.folder, pinned.program)
  const about = { program, thing: `Node ${pinned.version}`, megabytes: FETCHED_MB + ON_DISK_MB }
  const reason = fetchPinned(lockFolder, pinned.folder, about)
  if (reason || !runs(pinned.program)) return refuse(pinned, reason)
  return continueOn(pinned.program)
}

/** The same range as `engines` in package.json. */
function isMaintained(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 22 && minor >= 19) || major === 24 || major >= 26
}

function readPinned() {
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const packages = JSON.parse(
    readFileSync(path.join(lockFolder, 'package.json'), 'utf8'),
  ).optionalDependencies
  const version = packages[name] || Object.values(packages)[0]
  const folder = path.join(root, '.cache', `node-${version}`)
  const program = path.join(folder, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  return { package: packages[name] && name, version, folder, program }
}

/** Alpine, for example, has the package's platform but not its C library. */
function runs(program) {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function refuse({ version }, reason) {
  say(reason || `${problem}: install Node ${version}.`)
  process.exitCode = 1
}

function continueOn(program) {
  // Windows spells it Path, and a copy of the environment is case-sensitive.
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') || 'PATH'
  const env = {
    ...process.env,
    [pathName]: `${path.dirname(program)}${path.delimiter}${process.env[pathName]}`,
    NODE: program,
    CHUMA_NODE_IS_PINNED: '1',
    npm_node_execpath: program,
  }
  const child = spawn(program, process.argv.slice(1), { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : code))
  if (!isWindows) endWithNpm()
}

function say(line) {
  process.stderr.write(`${line}\n`)
}
