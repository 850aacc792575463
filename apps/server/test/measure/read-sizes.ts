import { parseArgs } from 'node:util'

const FULL = { members: 1_000_000, postings: 10_000_000, withdrawals: 100_000 }

/** Read `--members 5000 --postings … --withdrawals …`; `--scale 0.01` takes that share of each. `--verify` counts members. */
export function readSizes(args: string[]) {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      members: text,
      postings: text,
      withdrawals: text,
      scale: text,
      verify: text,
      folder: text,
      rounds: text,
    },
  })
  const scale = read('scale', values.scale, 1)
  const sized = (name: keyof typeof FULL) => Math.round(read(name, values[name], FULL[name]) * scale)
  return {
    sizes: { members: sized('members'), postings: sized('postings'), withdrawals: sized('withdrawals') },
    verify: read('verify', values.verify, 20_000),
    rounds: read('rounds', values.rounds, 15),
    folder: values.folder ?? '.data-large',
  }
}

function read(name: string, given: string | undefined, otherwise: number): number {
  const number = Number(given ?? otherwise)
  if (!(number > 0)) throw new Error(`--${name} ${given}: a number above 0 is needed`)
  return number
}
