import { measureAudience } from './audience.ts'
import { measureBooks } from './books.ts'
import { measureDoors } from './doors.ts'
import { measureFairness } from './fairness.ts'
import { measureFloods } from './floods.ts'
import { measureGrowth } from './growth.ts'
import { measureLive } from './live.ts'
import { measurePostings } from './postings.ts'
import { type Options, readOptions } from './read-options.ts'
import type { Row } from './report.ts'
import { measureResults } from './results.ts'

// The parts of `npm run bench` that need no browser. Each opens what it measures, and closes it again.
const parts: Record<string, (options: Options) => Promise<Row[]>> = {
  postings: measurePostings,
  doors: measureDoors,
  floods: measureFloods,
  fairness: measureFairness,
  growth: measureGrowth,
  books: measureBooks,
  audience: measureAudience,
  results: measureResults,
  live: measureLive,
}

const [name = '', ...args] = process.argv.slice(2)
const measure = parts[name]
if (!measure) throw new Error(`There is no part ${name}`)
const rows = await measure(readOptions(args))
process.send?.(rows)
process.disconnect?.()
