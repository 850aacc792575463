import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A failure whose message is all that a person needs to read. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Runs a step to its end: says what is wrong in the message alone, and leaves stack traces to bugs. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error.message) process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode
  }
}

/** Runs a program and shows what it says. Resolves with its exit code. */
export function runLoudly(file, args, env = {}) {
  return run({ file, args, env, stdio: 'inherit' }).then(({ code }) => code)
}

/** Runs a program and keeps what it says, for when it fails. */
export function runQuietly(file, args, { env = {}, timeoutMs } = {}) {
  return run({ file, args, env, timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** npm as a program: the one that started us, which may not be on PATH. */
export function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli)) return [process.execPath, [cli, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}

/** A package's program: started with this Node, so that no shell and no PATH come between. */
export function bin(file, ...args) {
  return [process.execPath, [path.join(root, 'node_modules', file), ...args]]
}

function run({ file, args, env, stdio, timeoutMs }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio,
      shell: file.endsWith('.cmd'),
      timeout: timeoutMs,
    })
    let output = ''
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    const stopWaiting = passOnSignals(child)
    child.once('error', (error) => {
      stopWaiting()
      reject(new Stop(`Cannot run ${file}: ${error.message}`))
    })
    // A grandchild that outlives a program which ran out of time would keep the pipes, and us, open.
    child.once('exit', () => setTimeout(() => closePipes(child), 500).unref())
    child.once('close', (code, signal) => {
      const interrupted = stopWaiting()
      if (interrupted) reject(new Stop('', interrupted))
      else resolve({ code: code ?? (signal ? 1 : 0), output })
    })
  })
}

function closePipes({ stdout, stderr }) {
  stdout?.destroy()
  stderr?.destroy()
}

/** Ctrl-C ends the program that runs now, and then us: first it, so that nothing is left behind. */
function passOnSignals(child) {
  const numbers = { SIGINT: 2, SIGTERM: 15 }
  let exitCode = 0
  const listeners = Object.entries(numbers).map(([signal, number]) => {
    const listener = () => {
      exitCode = 128 + number
      child.kill(signal)
    }
    process.on(signal, listener)
    return [signal, listener]
  })
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
    return exitCode
  }
}
