import { CamelCasePlugin, type KyselyPlugin, type UnknownRow } from 'kysely'

/**
 * What is snake_case in the database is camelCase here. The library looks at each value of each row for something to name
 * within it; all rows of an answer have the same columns, and what is within them keeps its names.
 */
export function nameInCamelCase(): KyselyPlugin {
  const library = new CamelCasePlugin({ maintainNestedObjectKeys: true })
  return {
    transformQuery: (args) => library.transformQuery(args),
    transformResult: async ({ result }) => ({ ...result, rows: nameRows(result.rows) }),
  }
}

function nameRows(rows: UnknownRow[]): UnknownRow[] {
  const [first] = rows
  if (!first) return rows
  const columns = Object.keys(first).map((column) => ({ column, name: nameOf(column) }))
  if (columns.every(({ column, name }) => column === name)) return rows
  // A copy of what has all names already is made faster than one name after the other.
  const empty: UnknownRow = Object.fromEntries(columns.map(({ name }) => [name, null]))
  return rows.map((row) => {
    const named = { ...empty }
    for (const { column, name } of columns) named[name] = row[column]
    return named
  })
}

const names = new Map<string, string>()

function nameOf(column: string): string {
  const known = names.get(column)
  if (known !== undefined) return known
  const name = column.replace(/(?<=.)_|(?<=_)[^_]/g, (each) => (each === '_' ? '' : each.toUpperCase()))
  names.set(column, name)
  return name
}
