import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface, type Interface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { decodeUpload } from '@chuma/contract/decode-upload'
import { isChumaError } from '../is-chuma-error.ts'

type Screen = Writable & { isTTY?: boolean; columns?: number }

/** Everything outside the process that a command uses, replaceable in tests. */
export type Terminal = {
  env: Record<string, string | undefined>
  stdin: Readable & { isTTY?: boolean }
  /** The answer and nothing else, because programs read it. */
  stdout: Screen
  /** Questions, progress and errors. */
  stderr: Screen
  /** Ctrl-C. Reading stops at once; writing stops after the current batch. */
  interrupted: AbortSignal
}

/** Exit codes, listed in docs/cli.md. Scripts depend on them, so they never change. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  notSignedIn: 3,
  unreachable: 4,
  partly: 5,
  interrupted: 130,
} as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

type Stop = Error & { exitCode: ExitCode }

/** Create the error that ends the run with a message. */
export function stopWith(exitCode: ExitCode, message: string): Stop {
  return Object.assign(new Error(message), { exitCode })
}

function isStop(error: unknown): error is Stop {
  return error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number'
}

export type Failure = { exitCode: ExitCode; lines: string[] }

/** Describe a failure, with the server's message if there is one, and choose the exit code. */
export function describeFailure(error: unknown, { interrupted }: Pick<Terminal, 'interrupted'>): Failure {
  if (isStop(error)) return { exitCode: error.exitCode, lines: error.message.split('\n').map(toShownText) }
  if (interrupted.aborted) return { exitCode: EXIT.interrupted, lines: ['Interrupted.'] }
  if (isChumaError(error)) {
    const fields = Object.entries(error.fieldErrors ?? {}).flatMap(([field, problems]) =>
      (problems ?? []).map((problem) => `  ${toShownText(`${field}: ${problem}`)}`),
    )
    return { exitCode: chooseExitCode(error), lines: [toShownText(error.message), ...fields] }
  }
  if (error instanceof Error && error.name === 'TRPCClientError') {
    return { exitCode: EXIT.unreachable, lines: [describeSilence(findReason(error))] }
  }
  return {
    exitCode: EXIT.refused,
    lines: [error instanceof Error ? toShownText(error.message) : 'It failed.'],
  }
}

/** Whether a retry may succeed: no answer, or a server problem. */
export function isPassing(error: unknown): boolean {
  if (isChumaError(error)) return error.httpStatus >= 500 || error.httpStatus === 429
  return error instanceof Error && error.name === 'TRPCClientError'
}

function chooseExitCode({ code, httpStatus }: { code: string | null; httpStatus: number }): ExitCode {
  if (httpStatus === 401) return EXIT.notSignedIn
  // Without a code it was a bug, or another program answered.
  return code === null || httpStatus >= 500 ? EXIT.unreachable : EXIT.refused
}

/** With these nothing was sent; with any other error the server may have received the call. */
const NEVER_SENT = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT|SELF_SIGNED/

function describeSilence(reason: string): string {
  const shown = toShownText(reason)
  return NEVER_SENT.test(reason)
    ? `The server cannot be reached (${shown}). Nothing was sent.`
    : `No answer came (${shown}). What was asked may have been done: look before you repeat it.`
}

/** The system error is the innermost cause: tRPC wraps fetch, which wraps the connection. */
function findReason(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.cause instanceof Error && depth < 5) return findReason(error.cause, depth + 1)
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) {
    return findReason(error.errors[0], depth + 1)
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

// Control, direction and zero-width characters, which can disguise text.
const HIDDEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu
const BREAKS = /[\r\n\t\u2028\u2029]\s*/gu

/**
 * Make text safe for one line of a terminal. Members choose their names and partners their texts: neither may move the
 * cursor, change the title, type for the user or overwrite another row.
 */
export function toShownText(text: string): string {
  return stripVTControlCharacters(text).replaceAll(BREAKS, ' ').replaceAll(HIDDEN, '')
}

/** The same for multi-line text, such as a table. Keeps the byte order mark that spreadsheets need. */
export function toShownLines(text: string): string {
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  return (
    mark + stripVTControlCharacters(text).replaceAll(HIDDEN, (sign) => (/[\t\r\n]/.test(sign) ? sign : ''))
  )
}

/** Escape in JSON what a terminal would interpret. */
export function toSafeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Wait for a slow reader, so that a long export does not accumulate in memory. */
export async function writeOut(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain')
}

/** @throws Stop if the person aborts */
export function ask(terminal: Terminal, question: string): Promise<string> {
  return read(terminal, terminal.stderr, (reader) => {
    reader.setPrompt(question)
    reader.prompt()
  })
}

/** Ask without echoing the input. */
export async function askSecret(terminal: Terminal, question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Ask only once echo is off, because fast typists start with the question.
  const answer = await read(terminal, nowhere, () => terminal.stderr.write(question))
  terminal.stderr.write('\n')
  return answer
}

/** Ask for confirmation; anything but yes means no. */
export async function confirm(terminal: Terminal, question: string): Promise<boolean> {
  if (!isAttended(terminal))
    throw stopWith(EXIT.usage, 'There is nobody to ask here. Give --yes to go ahead.')
  return /^y(es)?$/i.test((await ask(terminal, `${question} [y/N] `)).trim())
}

export function isAttended({ stdin }: Terminal): boolean {
  return stdin.isTTY === true
}

function read({ stdin }: Terminal, echo: Writable, begin: (reader: Interface) => void): Promise<string> {
  const reader = createInterface({ input: stdin, output: echo, terminal: stdin.isTTY === true })
  return new Promise((resolve, reject) => {
    const leave = () => reject(stopWith(EXIT.interrupted, 'Nothing was done.'))
    reader.once('line', (line) => {
      reader.off('close', leave)
      reader.close()
      resolve(line)
    })
    reader.once('close', leave)
    reader.once('SIGINT', () => reader.close())
    begin(reader)
  })
}

/** Read standard input. For secrets, because everyone on the machine can list arguments. */
export async function readInput(terminal: Terminal): Promise<string> {
  return (await readBytes(terminal)).toString('utf8')
}

async function readBytes({ stdin }: Terminal): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

/** Read a file, or standard input for `-`. @throws Stop */
export async function readFileOrInput(terminal: Terminal, path: string): Promise<string> {
  const bytes =
    path === '-'
      ? await readBytes(terminal)
      : await readFile(path).catch((error: NodeJS.ErrnoException) => {
          throw stopWith(EXIT.usage, `${path} cannot be read (${error.code ?? error.message})`)
        })
  const decoded = decodeUpload(bytes)
  if ('text' in decoded) return decoded.text
  throw stopWith(EXIT.usage, `${path} cannot be read: ${PROBLEMS[decoded.problem]}`)
}

const PROBLEMS = {
  FILE_EMPTY: 'it is empty',
  FILE_IS_EXCEL: 'it is an Excel file. Save it as CSV first',
  FILE_ENCODING_UNKNOWN: 'its letters are in no known encoding. Save it as UTF-8',
}

const WIDTH = 24
const count = new Intl.NumberFormat('en-KE')

/** Show progress in a terminal; nothing if errors go to a file. `total` if known. */
export function startProgress({ stderr, env }: Terminal, label: string, total?: number) {
  const isShown = stderr.isTTY === true && env.TERM !== 'dumb'
  let done = 0
  const draw = () => {
    if (isShown) stderr.write(`\r\u001b[2K${label} ${total ? drawBar(done, total) : count.format(done)}`)
  }
  draw()
  return {
    advance: (by: number) => {
      done += by
      draw()
    },
    stop: () => {
      if (isShown) stderr.write('\r\u001b[2K')
    },
  }
}

function drawBar(done: number, total: number): string {
  const full = Math.round((Math.min(done, total) / total) * WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${count.format(done)} of ${count.format(total)}`
}
