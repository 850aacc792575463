import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings'

type Candidate = { word: string; description: string }

/** Suggest completions for the last of `words` from the command tree, without asking the server. None for files. */
export function completeWords(program: CommandUnknownOpts, words: readonly string[]): Candidate[] {
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
