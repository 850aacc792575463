export type Difference = { name: string; before: string | null; after: string | null }

/** List what an entry changed, part by part, with the values before and after. Unchanged parts are left out. */
export function listDifferences(before: unknown, after: unknown): Difference[] {
  const [was, is] = [parts(before), parts(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((name) => ({ name: toWords(name), before: write(was[name]), after: write(is[name]) }))
    .filter((part) => part.before !== part.after)
}

function parts(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

function write(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Turn `dailyLoginPoints` into "daily login points". */
const toWords = (name: string) =>
  name.replace(/([a-z\d])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`)
