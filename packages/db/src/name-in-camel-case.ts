import { CamelCasePlugin, type KyselyPlugin, type UnknownRow } from 'kysely'

/**
 * Turn the database's snake_case columns into camelCase. Kysely's plugin inspects each value of each row for nested names;
 * here all rows of an answer share their columns, and nested names stay unchanged.
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
  // Copying an object that has all the names is faster than adding one name after the other.
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
