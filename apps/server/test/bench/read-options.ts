import { parseArgs } from 'node:util'

export type Options = {
  rounds: number
  /** Postings of each kind, and calls of each door, per round. */
  operations: number
  /** Members of the databases to compare, smallest first. */
  sizes: number[]
  /** Folder of a seeded database; its members are counted. */
  large: string | undefined
  /** Members among whom an audience is counted. */
  audience: number
  /** How many streams to hold open. */
  streams: number
  /** Seconds in which the database says nothing. */
  silence: number
}

export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      rounds: text,
      operations: text,
      sizes: text,
      large: text,
      streams: text,
      audience: text,
      silence: text,
    },
  })
  return {
    rounds: Number(values.rounds ?? 5),
    operations: Number(values.operations ?? 300),
    sizes: (values.sizes ?? '1000,20000').split(',').map(Number),
    large: values.large,
    audience: Number(values.audience ?? 1_000_000),
    streams: Number(values.streams ?? 1000),
    silence: Number(values.silence ?? 60),
  }
}
