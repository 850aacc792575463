import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, type Readable, Writable } from 'node:stream'

type Screen = Writable & { isTTY?: boolean }
type Terminal = {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  stdout: Screen
  stderr: Screen
  interrupted: AbortSignal
}
type RunCli = (argv: readonly string[], terminal: Terminal) => Promise<number>

export const commandFile = path.join(import.meta.dirname, '../../../../packages/client/src/cli/main.ts')
// A leaf that nothing of the server is built on: it is run here, and not imported.
const { runCli }: { runCli: RunCli } = await import(path.join(path.dirname(commandFile), 'run-cli.ts'))

type Run = {
  env?: Record<string, string>
  /** What comes in by a pipe. */
  input?: string
  /** A person sits there: of each question that begins so, what he types. */
  answers?: Record<string, string>
  interrupted?: AbortSignal
  onOut?: (text: string) => void
}

/** Runs `chuma` in this process. `secrets`: what was typed must be nowhere in what was shown. */
export async function runChuma(argv: string[], { env = {}, input, answers, interrupted, onOut }: Run = {}) {
  const stdin: PassThrough & { isTTY?: boolean } = new PassThrough()
  const shown = { out: '', err: '' }
  const open = Object.entries(answers ?? {})
  const collect = (name: 'out' | 'err'): Screen =>
    new Writable({
      write: (chunk, _encoding, done) => {
        shown[name] += chunk
        if (name === 'out') onOut?.(shown.out)
        const [question, answer] = open[0] ?? []
        if (name === 'err' && question !== undefined && String(chunk).startsWith(question)) {
          open.shift()
          // Once the question's own reader listens.
          setImmediate(() => stdin.write(`${answer}\r`))
        }
        done()
      },
    })
  const stdout = collect('out')
  const stderr = collect('err')
  if (answers) for (const stream of [stdin, stdout, stderr]) stream.isTTY = true
  else stdin.end(input ?? '')
  const code = await runCli(argv, {
    env,
    stdin,
    stdout,
    stderr,
    interrupted: interrupted ?? new AbortController().signal,
  })
  return { code, ...shown }
}

/** A configuration folder of its own. */
export function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'chuma-cli-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
