import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, type Readable, Writable } from 'node:stream'
import { givenStaff } from '@chuma/core/admin/testing'
import type { createTestApp } from '../../src/testing.ts'

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
// Nothing of the server depends on the command, so it is run here and not imported.
const { runCli }: { runCli: RunCli } = await import(path.join(path.dirname(commandFile), 'run-cli.ts'))

type Run = {
  env?: Record<string, string>
  /** What is piped into the command. */
  input?: string
  /** Someone at a terminal: for each question that begins like the key, what they type. */
  answers?: Record<string, string>
  interrupted?: AbortSignal
  onOut?: (text: string) => void
}

/** Run `chuma` in this process. Fails when one of the `secrets` that were typed appears in the output. */
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
          // After the question's own reader has started listening.
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

/** Open a separate configuration folder. */
export function openFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'chuma-cli-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Listen, and run `chuma` as finance unless `env` says as whom. */
export async function openChuma({ app, deps }: Awaited<ReturnType<typeof createTestApp>>) {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const rightsOf = async (role: 'finance' | 'content') => {
    const { token } = await givenStaff(deps, { role })
    return { CHUMA_URL: url, CHUMA_TOKEN: token }
  }
  const env = await rightsOf('finance')
  return {
    url,
    content: await rightsOf('content'),
    chuma: (argv: string[], run: Run = {}) => runChuma(argv, { env, ...run }),
  }
}
