import { APP_VERSION } from '@chuma/contract/platform'
import { Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { isChumaError } from '../is-chuma-error.ts'
import { listAll } from '../list-all.ts'
import type { Session } from './connect.ts'
import { printAnswer } from './print.ts'
import { EXIT, stopWith, type Terminal } from './terminal.ts'

export type Program = ReturnType<typeof createProgram>

export function createProgram({ stdout, stderr }: Terminal) {
  return new Command('chuma')
    .description('Run Chuma from a terminal or a script')
    .version(APP_VERSION, '--version', 'say which version this is')
    .helpOption('-h, --help', 'explain a command')
    .option('--url <address>', 'the server (CHUMA_URL; default: where you logged in)')
    .option('--json', 'print JSON, for programs')
    .option('--insecure', 'allow http to another machine, which exposes the token')
    .addHelpText('after', EPILOGUE)
    .showHelpAfterError('Add --help to see the usage.')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride()
}

const EPILOGUE = `
Environment:
  CHUMA_URL    the server
  CHUMA_TOKEN  an API key or a session's token; used instead of a sign-in
  NO_COLOR     no bold type

Exit codes:
  0 done · 1 refused, or something is wrong · 2 used wrongly · 3 not signed in
  4 no answer from the server · 5 done in part · 130 interrupted

Examples:
  chuma login --url https://chuma.example
  chuma withdrawals list --status pending
  chuma withdrawals approve --all-pending`

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`)
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function isId(text: string): boolean {
  return UUID.test(text)
}

export function rowId(text: string): string {
  if (isId(text)) return text.toLowerCase()
  throw new InvalidArgumentError('An id looks like 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e.')
}

/** Collect a repeatable argument without duplicates. */
export function rowIds(text: string, before: string[] | undefined): string[] {
  return [...new Set([...(before ?? []), rowId(text)])]
}

/** Parse a day, `YYYY-MM-DD`. The server refuses one that is not in the calendar. */
export function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text
  throw new InvalidArgumentError('Give a day, such as 2026-01-31.')
}

/** Parse a month, `YYYY-MM`. */
export function month(text: string): string {
  if (/^2\d{3}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Give a month, such as 2026-01.')
}

/** Find a member by full email address or id; a part could match someone else. @throws Stop for an unknown address */
export async function findMemberId({ client: { admin } }: Session, given: string): Promise<string> {
  if (isId(given)) return given.toLowerCase()
  const address = given.trim().toLowerCase()
  if (!address.includes('@'))
    throw stopWith(EXIT.usage, `Give the member’s full email address or id: ${given}`)
  for await (const { id, email } of listAll(admin.listMembers, { search: address })) {
    if (email.toLowerCase() === address) return id
  }
  throw stopWith(EXIT.refused, `No member has the address ${address}.`)
}

/** Make a call that always waits for a second person, and print that it does. */
export async function askAnother(session: Session, call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if (!isChumaError(error, 'APPROVAL_PENDING')) throw error
    const { message } = error
    await printAnswer(session, { state: 'waiting', message }, message)
  }
}
