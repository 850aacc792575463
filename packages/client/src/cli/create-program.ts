import { APP_VERSION } from '@chuma/contract/version'
import { Command } from '@commander-js/extra-typings'
import type { Terminal } from './terminal.ts'

export type Program = ReturnType<typeof createProgram>

/** Create the program with the options of all commands. */
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
