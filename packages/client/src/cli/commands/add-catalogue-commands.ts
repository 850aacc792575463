import type { ImportedSurveys } from '@chuma/contract/surveys/survey-offers'
import type { ImportedQuizQuestions } from '@chuma/contract/tasks/admin-quiz'
import type { ChumaClient } from '../../create-chuma-client.ts'
import { connect } from '../connect.ts'
import type { Program } from '../create-program.ts'
import { readFileOrInput } from '../read-input.ts'
import { type FileReport, reportImport } from '../report-import.ts'
import { saveAs } from '../save-as.ts'
import type { Terminal } from '../terminal.ts'

type Kind = {
  name: 'offers' | 'quiz'
  what: string
  exportCsv: (client: ChumaClient) => Promise<string>
  importCsv: (client: ChumaClient, file: { csv: string; isDryRun: boolean }) => Promise<FileReport>
  note: string
}

const KINDS: Kind[] = [
  {
    name: 'offers',
    what: 'survey offers',
    exportCsv: ({ admin }) => admin.exportSurveys.query(),
    importCsv: async ({ admin }, file) => ofOffers(await admin.importSurveys.mutate(file)),
    note: 'A row that does not fit is named, and keeps no other from being taken over.',
  },
  {
    name: 'quiz',
    what: 'quiz questions',
    exportCsv: ({ admin }) => admin.exportQuizQuestions.query(),
    importCsv: async ({ admin }, file) => ofQuestions(await admin.importQuizQuestions.mutate(file)),
    note: 'As long as one row does not fit, none is taken over.',
  },
]

export function addCatalogueCommands(program: Program, terminal: Terminal): void {
  for (const kind of KINDS) addKind(program, terminal, kind)
}

function addKind(
  program: Program,
  terminal: Terminal,
  { name, what, exportCsv, importCsv, note }: Kind,
): void {
  const kind = program.command(name).description(`import and export ${what} as CSV`)

  kind
    .command('import')
    .description(`import ${what} from a CSV file`)
    .argument('<file>', 'the file, or - for standard input')
    .option('--dry-run', 'show what would happen, and change nothing')
    .addHelpText(
      'after',
      `\n${note} The columns are those of the export.\n\nExamples:\n  chuma ${name} import ${name}.csv --dry-run\n  chuma ${name} import ${name}.csv`,
    )
    .action(async (file, options, command) => {
      const globals = command.optsWithGlobals()
      const csv = await readFileOrInput(terminal, file)
      const { client } = await connect(terminal, globals)
      const report = await importCsv(client, { csv, isDryRun: options.dryRun === true })
      await reportImport(terminal, globals, report)
    })

  kind
    .command('export')
    .description(`export all ${what} as CSV`)
    .option('--output <file>', 'write to this file instead of standard output')
    .addHelpText('after', `\nExample:\n  chuma ${name} export --output ${name}.csv`)
    .action(async (options, command) => {
      const { client } = await connect(terminal, command.optsWithGlobals())
      const csv = await exportCsv(client)
      await saveAs(terminal, options.output, async (write) => write(csv))
    })
}

function ofOffers(answer: ImportedSurveys): FileReport {
  const { isDryRun, results } = answer
  return {
    answer,
    isDryRun,
    isImported: !isDryRun,
    rows: results.map(({ line, title, outcome, problem }) => ({ line, title, outcome, problem })),
  }
}

function ofQuestions(answer: ImportedQuizQuestions): FileReport {
  const { isDryRun, isImported, results } = answer
  return {
    answer,
    isDryRun,
    isImported,
    rows: results.map(({ line, question, outcome, problem }) => ({
      line,
      title: question,
      outcome,
      problem,
    })),
  }
}
