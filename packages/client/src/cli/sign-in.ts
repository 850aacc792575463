import { cleanSecret } from '@chuma/contract/clean-text'
import type { ChumaClient } from '../create-chuma-client.ts'
import { isChumaError } from '../is-chuma-error.ts'
import type { Program } from './command.ts'
import {
  chooseUrl,
  connect,
  forgetSignIn,
  type Globals,
  openClient,
  readSignIn,
  saveSignIn,
} from './connect.ts'
import { printAnswer, remark } from './print.ts'
import {
  ask,
  askSecret,
  EXIT,
  isAttended,
  readInput,
  stopWith,
  type Terminal,
  toShownText,
} from './terminal.ts'

type LogIn = {
  username?: string | undefined
  tokenStdin?: true | undefined
  passwordStdin?: true | undefined
}

export function addSignInCommands(program: Program, terminal: Terminal): void {
  program
    .command('login')
    .description('log in with a staff account or an API key')
    .option('--username <name>', 'the staff account’s username')
    .option(
      '--password-stdin',
      'read the password from standard input, and the second line as the code if there is one',
    )
    .option('--token-stdin', 'read an API key from standard input')
    .addHelpText('after', LOG_IN_EXAMPLES)
    .action(async (options, command) => logIn(terminal, command.optsWithGlobals(), options))

  program
    .command('logout')
    .description('end the session and remove the token from this machine')
    .addHelpText('after', '\nExample:\n  chuma logout')
    .action(async (_options, command) => logOut(terminal, command.optsWithGlobals()))

  program
    .command('whoami')
    .description('show who is logged in, where, and with which permissions')
    .addHelpText('after', '\nExamples:\n  chuma whoami\n  chuma whoami --json')
    .action(async (_options, command) => {
      const session = await connect(terminal, command)
      const { client, url, token, from } = session
      const account = await describeAccount(client, token)
      await printAnswer(session, { url, from, ...account }, `${describe(account)} at ${url}`)
    })
}

const LOG_IN_EXAMPLES = `
The token is kept in your configuration folder, in a file that only you can read. It is never printed.

Examples:
  chuma login --url https://chuma.example
  chuma login --token-stdin < key.txt
  chuma login --username ann --password-stdin < password.txt`

async function logIn(terminal: Terminal, globals: Globals, options: LogIn): Promise<void> {
  // Without --url, log in to the server of the previous session.
  const saved =
    terminal.env.CHUMA_URL || globals.url ? null : await readSignIn(terminal.env).catch(() => null)
  const url = chooseUrl(terminal, globals, saved?.url)
  const token = options.tokenStdin
    ? cleanSecret(await readInput(terminal))
    : await getToken(terminal, url, options)
  if (!/^[auk]_[\w-]{20,200}$/.test(token)) throw stopWith(EXIT.usage, 'This is not a token of Chuma.')
  const account = await describeAccount(openClient(terminal, url, token), token)
  await saveSignIn(terminal.env, { url, token })
  await printAnswer({ terminal, globals }, { url, ...account }, () =>
    remark(terminal, `Signed in: ${describe(account)} at ${url}`),
  )
}

async function getToken(terminal: Terminal, url: string, options: LogIn): Promise<string> {
  const [typedPassword, typedCode] = options.passwordStdin ? (await readInput(terminal)).split(/\r?\n/) : []
  if (typedPassword === undefined && !isAttended(terminal)) {
    throw stopWith(
      EXIT.usage,
      'There is nobody to ask here. Give --token-stdin, or --username and --password-stdin.',
    )
  }
  if (options.passwordStdin && !options.username) throw stopWith(EXIT.usage, 'Give --username too.')
  const username =
    options.username ?? (await ask(terminal, 'Username (empty: sign in with an API key): ')).trim()
  if (username === '') return cleanSecret(await askSecret(terminal, 'API key: '))
  const password = typedPassword ?? (await askSecret(terminal, 'Password: '))
  const { admin } = openClient(terminal, url, undefined)
  try {
    return (await admin.login.mutate({ username, password })).token
  } catch (error) {
    if (!isChumaError(error, 'SECOND_FACTOR_REQUIRED')) throw error
    if (options.passwordStdin && !typedCode) throw error
    const code = typedCode || (await ask(terminal, 'Code from your authenticator app: '))
    return (await admin.login.mutate({ username, password, code })).token
  }
}

/** End a session on the server. An API key is only forgotten, because other scripts may use it. */
async function logOut(terminal: Terminal, globals: Globals): Promise<void> {
  const saved = await readSignIn(terminal.env)
  if (!saved) return remark(terminal, 'Nobody was signed in.')
  await forgetSignIn(terminal.env)
  if (!saved.token.startsWith('a_')) return remark(terminal, `Signed out of ${saved.url}.`)
  const url = chooseUrl(terminal, { ...globals, url: saved.url })
  const client = openClient(terminal, url, saved.token)
  try {
    await client.admin.logout.mutate()
  } catch (error) {
    if (isChumaError(error, 'NOT_SIGNED_IN')) return remark(terminal, 'The session had ended before.')
    await remark(
      terminal,
      'The token was removed here, but the server did not answer: the session ends when it expires.',
    )
    throw error
  }
  await remark(terminal, `Signed out of ${saved.url}.`)
}

function describe({ kind, username, role }: Account): string {
  if (kind === 'key') return 'An API key'
  return role ? `${toShownText(username ?? '')} (${role})` : 'A member without rights of the staff'
}

type Account = {
  kind: 'staff' | 'key' | 'member'
  username: string | null
  role: string | null
  /** Null if the server does not reveal them, as for a key. */
  permissions: string[] | null
}

const NOBODY = { username: null, role: null, permissions: null }

/** @throws the server's refusal, except for a known key or member */
async function describeAccount(client: ChumaClient, token: string): Promise<Account> {
  try {
    const { username, role, permissions } = await client.admin.getStaffMember.query()
    return { kind: 'staff', username, role, permissions }
  } catch (error) {
    // The server answers unknown tokens with NOT_SIGNED_IN.
    if (!isChumaError(error, 'FORBIDDEN')) throw error
    return { kind: token.startsWith('k_') ? 'key' : 'member', ...NOBODY }
  }
}
