import { canMove, isFinal, MOVERS, type StateMachine } from '../../src/state-machine.ts'

/** Draw a machine as a Markdown section: a Mermaid diagram, the meaning of its states, and the rows of its table. */
export function drawMachine<State extends string, Effect extends string>(
  machine: StateMachine<State, Effect>,
): string {
  const code = (state: string) => `\`${state}\``
  const begins = machine.begins.map(({ by, to, when }) => [by, '', code(to), when, ''])
  const moves = MOVERS.flatMap((by) =>
    (machine.moves[by] ?? []).map(({ from, to, when, does = [] }) => [
      by,
      from.map(code).join(' '),
      code(to),
      when,
      does.join(', '),
    ]),
  )
  return [
    `## ${machine.name}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...listArrows(machine),
    '```',
    '',
    ...drawTable(
      ['state', 'meaning'],
      Object.entries<string>(machine.states).map(([state, meaning]) => [code(state), meaning]),
    ),
    '',
    ...drawTable(['who', 'from', 'to', 'when', 'what it brings'], [...begins, ...moves]),
    '',
  ].join('\n')
}

/** One arrow for each pair of states. The table says who takes it. */
function listArrows<State extends string, Effect extends string>(
  machine: StateMachine<State, Effect>,
): string[] {
  const states = Object.keys(machine.states) as State[]
  const arrows = states.flatMap((from) =>
    states.flatMap((to) =>
      MOVERS.some((by) => canMove(machine, { from, to, by })) ? `  ${from} --> ${to}` : [],
    ),
  )
  const begins = new Set(machine.begins.map(({ to }) => `  [*] --> ${to}`))
  return [
    ...begins,
    ...arrows,
    ...states.filter((state) => isFinal(machine, state)).map((state) => `  ${state} --> [*]`),
  ]
}

function drawTable(heads: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)]
}
