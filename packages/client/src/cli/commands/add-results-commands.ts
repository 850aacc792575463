import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Option } from '@commander-js/extra-typings'
import { type Connection, connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { rowId } from '../read-option.ts'
import { saveAs } from '../save-as.ts'
import { EXIT, stopWith } from '../stop-with.ts'
import type { Terminal } from '../terminal.ts'

/** Files that belong together name one another, so they keep these names. */
const FORMATS = {
  csv: { 'chuma-answers.csv': 'results.csv', 'chuma-codebook.csv': 'codebook.csv' },
  'sav-syntax': { 'chuma-answers.csv': 'results.csv', 'chuma-results.sps': 'results.sps' },
  'triple-s': { 'chuma-triple-s.csv': 'triple-s.csv', 'chuma-triple-s.xml': 'triple-s.xml' },
  json: { 'chuma-respondents.json': 'respondents.json', 'chuma-results.json': 'results' },
} as const
type Format = keyof typeof FORMATS

export function addResultsCommands(program: Program, terminal: Terminal): void {
  program
    .command('results')
    .description('export what members answered')
    .command('export')
    .description('write the answers to a survey, and what their codes mean, to a folder')
    .argument('<survey>', 'the id of the survey', rowId)
    .requiredOption('--out <folder>', 'where the files are written')
    .addOption(
      new Option('--format <format>', 'for which program')
        .choices(Object.keys(FORMATS) as Format[])
        .default('csv' as const),
    )
    .addHelpText(
      'after',
      '\nAnswers are under pseudonyms. Every export is in the audit log.\n\nExample:\n  chuma results export 0198c1f2-7a3e-7bb0-9d51-3a1f0c2b4d5e --format triple-s --out clinic',
    )
    .action(async (survey, { out, format }, command) => {
      const connection = await connect(terminal, command.optsWithGlobals())
      await mkdir(out, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
        throw stopWith(EXIT.refused, `${out} cannot be written (${error.code})`)
      })
      for (const [name, file] of Object.entries(FORMATS[format])) {
        const pieces = readFile(terminal, connection, `/api/admin/surveys/${survey}/${file}`)
        await saveAs(terminal, path.join(out, name), async (write) => {
          for await (const piece of pieces) await write(piece)
        })
      }
    })
}

/** Read a file piece by piece, so that any survey takes the memory of one. */
async function* readFile(
  { interrupted }: Terminal,
  { url, token }: Connection,
  file: string,
): AsyncGenerator<string> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${url}${file}`, { headers, signal: interrupted })
    if (!response.ok || !response.body) throw await refuse(response)
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
    for await (const chunk of response.body) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    // Of fetch: no answer, or a connection that broke off.
    throw error instanceof TypeError ? stopWith(EXIT.unreachable, `${url} did not answer completely.`) : error
  }
}

async function refuse(response: Response): Promise<Error> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  const exit =
    response.status === 401 ? EXIT.notSignedIn : response.status >= 500 ? EXIT.unreachable : EXIT.refused
  return stopWith(exit, message ?? `The server answered ${response.status}.`)
}
