import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** A failure whose message says everything: no stack trace is printed. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Run a command's main function: print a `Stop`'s message alone, and stack traces only for bugs. */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    if (error.message) process.stderr.write(`${error.message}\n`)
    process.exitCode = error.exitCode
  }
}

/** Run a program with its output on screen. Resolves with its exit code. */
export function runLoudly(file, args, env = {}) {
  return run({ file, args, env, stdio: 'inherit' }).then(({ code }) => code)
}

/** The same, and collect what the program says on the error stream. Resolves with its exit code and this output. */
export function runWatched(file, args, env = {}) {
  let shown = 0
  const onOutput = (output) => {
    process.stderr.write(output.slice(shown))
    shown = output.length
  }
  return run({ file, args, env, onOutput, stdio: ['inherit', 'inherit', 'pipe'] })
}

/** Run a program and collect its output, to be shown if it fails. `onOutput` gets all that there is so far. */
export function runQuietly(file, args, { env = {}, timeoutMs, cwd, onOutput } = {}) {
  return run({ file, args, env, timeoutMs, cwd, onOutput, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** npm's own pauses between attempts keep a machine without a network waiting for more than a minute. */
export const FAIL_SOON = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000']

/** The npm that started this process, which may not be on PATH. */
export function npm(...args) {
  const cli = process.env.npm_execpath
  if (cli && /npm-cli\.c?js$/.test(cli)) return [process.execPath, [cli, ...args]]
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', args]
}

/** A package's program, started with this Node rather than through a shell and PATH. */
export function bin(file, ...args) {
  return [process.execPath, [path.join(root, 'node_modules', file), ...args]]
}

function run({ file, args, env, stdio, timeoutMs, cwd = root, onOutput = () => {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio,
      shell: file.endsWith('.cmd'),
      timeout: timeoutMs,
    })
    let output = ''
    const collect = (chunk) => {
      output += chunk
      onOutput(output)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    const stopWaiting = passOnSignals(child)
    child.once('error', (error) => {
      stopWaiting()
      reject(new Stop(`Cannot run ${file}: ${error.message}`))
    })
    // After a time-out, a surviving grandchild would hold the pipes, and so this process, open.
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

/** Ctrl-C ends the running program first and then this process, so that nothing is left behind. */
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
