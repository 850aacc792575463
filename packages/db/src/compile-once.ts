import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './client.ts'

/** Placeholders for a statement's values; undefined for one that is not given. */
export type Places<Values> = {
  [Name in keyof Values]: RawBuilder<Exclude<Values[Name], undefined>> | Extract<Values[Name], undefined>
}

/** A built query, or one written with `sql`. */
type Statement<Row> = { compile: (db: Db) => CompiledQuery<Row> }

/**
 * Compile a statement once and run it with other values from then on: compiling takes longer than the rest of a call. Each
 * set of given values has its own text; `build` sees only placeholders, so no text can depend on a value.
 */
export function compileOnce<Values extends object, Row>(
  build: (places: Places<Values>, db: Db) => Statement<Row>,
) {
  const texts = new Map<string, CompiledQuery<Row>>()
  const ask = async (db: Db, values: Values): Promise<Row[]> => {
    const given = new Map<string | undefined, unknown>(
      Object.entries(values).filter(([, value]) => value !== undefined),
    )
    const choice = [...given.keys()].join()
    let text = texts.get(choice)
    if (!text) {
      text = build(placesOf<Values>(given.keys()), db).compile(db)
      texts.set(choice, text)
    }
    const parameters = text.parameters.map((value) =>
      typeof value === 'symbol' ? given.get(value.description) : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...text, parameters })
    return rows
  }
  return {
    list: ask,
    find: async (db: Db, values: Values): Promise<Row | undefined> => (await ask(db, values))[0],
    /** For a row that always exists. */
    get: async (db: Db, values: Values): Promise<Row> => {
      const [row] = await ask(db, values)
      if (row === undefined) throw new Error('no row where there always is one')
      return row
    },
  }
}

function placesOf<Values>(names: Iterable<string | undefined>): Places<Values> {
  return Object.fromEntries(Array.from(names, (name) => [name, sql.val(Symbol(name))])) as Places<Values>
}
