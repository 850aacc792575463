import { parseArgs } from 'node:util'

export type Options = {
  rounds: number
  /** Postings of each kind, and calls of each door, in a round. */
  operations: number
  /** Members of the databases that are compared with each other, smallest first. */
  sizes: number[]
  /** Folder of a database that was seeded before, whose members are counted in it. */
  large: string | undefined
  /** Streams that are held open. */
  streams: number
}

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { rounds: text, operations: text, sizes: text, large: text, streams: text },
  })
  return {
    rounds: Number(values.rounds ?? 5),
    operations: Number(values.operations ?? 300),
    sizes: (values.sizes ?? '1000,20000').split(',').map(Number),
    large: values.large,
    streams: Number(values.streams ?? 1000),
  }
}
