import { Argument, CommanderError, type CommandUnknownOpts, type Option } from '@commander-js/extra-typings'
import { addBooksCommands, addDebtCommands, addReceivablesCommands, addTaxCommands } from './books.ts'
import { createProgram, type Program } from './command.ts'
import { addCatalogueCommands, addLedgerCommands, addResultsCommands } from './files.ts'
import { addFollowCommand } from './follow.ts'
import { addApprovalCommands, addPremiumCommands, addWebhookCommands } from './house.ts'
import { addSignInCommands } from './sign-in.ts'
import { describeFailure, EXIT, type ExitCode, type Terminal, writeOut } from './terminal.ts'
import { addWithdrawalCommands } from './withdrawals.ts'

/** Run a command with `argv` (without the program's name). Never throws; returns the exit code. */
export async function runCli(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    await buildProgram(terminal).parseAsync([...argv], { from: 'user' })
    return EXIT.done
  } catch (error) {
    // Help and version end like this too. Commander has printed its message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    const { exitCode, lines } = describeFailure(error, terminal)
    terminal.stderr.write(`${lines.join('\n')}\n`)
    return exitCode
  }
}

function buildProgram(terminal: Terminal): Program {
  const program = createProgram(terminal)
  addSignInCommands(program, terminal)
  addWithdrawalCommands(program, terminal)
  addApprovalCommands(program, terminal)
  addDebtCommands(program, terminal)
  addBooksCommands(program, terminal)
  addReceivablesCommands(program, terminal)
  addTaxCommands(program, terminal)
  addCatalogueCommands(program, terminal)
  addResultsCommands(program, terminal)
  addLedgerCommands(program, terminal)
  addPremiumCommands(program, terminal)
  addFollowCommand(program, terminal)
  addWebhookCommands(program, terminal)
  addCompletionCommands(program, terminal)
  return program
}

function addCompletionCommands(program: Program, { stdout }: Terminal): void {
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

type Candidate = { word: string; description: string }

/** Suggest completions for the last of `words` from the command tree, without asking the server. None for files. */
function completeWords(program: CommandUnknownOpts, words: readonly string[]): Candidate[] {
  const typed = words.at(-1) ?? ''
  const { command, hasArgument, before } = walk(program, words.slice(0, -1))
  const candidates = before ? listChoices(before.argChoices) : listNext(command, { typed, hasArgument })
  return candidates.filter(({ word }) => word.startsWith(typed))
}

/** `before` is the option whose value is being typed. */
function walk(program: CommandUnknownOpts, words: readonly string[]) {
  let command = program
  let hasArgument = false
  let before: Option | undefined
  for (const word of words) {
    if (before) {
      before = undefined
    } else if (word.startsWith('-')) {
      before = optionsOf(command).find(
        ({ long, short, required }) => required && (long === word || short === word),
      )
    } else {
      const next = visible(command).find((sub) => sub.name() === word)
      hasArgument = next === undefined
      command = next ?? command
    }
  }
  return { command, hasArgument, before }
}

function listNext(
  command: CommandUnknownOpts,
  { typed, hasArgument }: { typed: string; hasArgument: boolean },
) {
  if (typed.startsWith('-')) {
    return optionsOf(command).flatMap(({ long, description }) => (long ? [{ word: long, description }] : []))
  }
  if (hasArgument) return []
  const commands = visible(command).map((sub) => ({ word: sub.name(), description: sub.description() }))
  return [...commands, ...listChoices(command.registeredArguments[0]?.argChoices)]
}

function listChoices(choices: readonly string[] | undefined): Candidate[] {
  return (choices ?? []).map((word) => ({ word, description: '' }))
}

function visible(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.filter((sub) => !sub.name().startsWith('__'))
}

function optionsOf(command: CommandUnknownOpts): Option[] {
  const shown = command.createHelp().visibleOptions(command)
  return [...shown, ...(command.parent ? optionsOf(command.parent) : [])]
}

/** The scripts call the command, so they stay valid after updates. Without suggestions they complete file names. */
const completionScripts = {
  bash: `# chuma completion bash > /etc/bash_completion.d/chuma, or: source <(chuma completion bash)
_chuma() {
  local IFS=$'\\n'
  COMPREPLY=($(chuma __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _chuma chuma
`,
  zsh: `#compdef chuma
# chuma completion zsh > a folder of $fpath/_chuma, or: source <(chuma completion zsh)
_chuma() {
  local -a lines candidates
  lines=("\${(@f)$(chuma __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  candidates=("\${(@)\${(@)lines:#}/$'\\t'/:}")
  if (( \${#candidates} )); then
    _describe 'chuma' candidates
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_chuma" ]; then
  _chuma "$@"
else
  compdef _chuma chuma
fi
`,
  fish: `# chuma completion fish > ~/.config/fish/completions/chuma.fish
function __chuma_complete
    set -l before (commandline -opc)
    set -l typed (commandline -ct)
    set -l found (chuma __complete -- $before[2..-1] "$typed" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\\n' $found
    else
        __fish_complete_path "$typed"
    end
end
complete -c chuma -f -a '(__chuma_complete)'
`,
} as const
