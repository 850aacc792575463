import { Argument } from '@commander-js/extra-typings'
import { completeWords } from '../complete-words.ts'
import { completionScripts } from '../completion-scripts.ts'
import type { Program } from '../create-program.ts'
import type { Terminal } from '../terminal.ts'
import { writeOut } from '../write-out.ts'

export function addCompletionCommands(program: Program, { stdout }: Terminal): void {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText('after', '\nExamples:\n  source <(chuma completion bash)\n  chuma completion fish')
    .action((shell) => writeOut(stdout, completionScripts[shell]))

  // Called by those scripts with the words so far; the last one is being typed.
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words) => {
      const lines = completeWords(program, words).map(({ word, description }) => `${word}\t${description}\n`)
      return writeOut(stdout, lines.join(''))
    })
}
