import path from 'node:path'
import { findEmbeddedFolder } from '@chuma/db/embedded'
import type { ForeignSchemaError } from '@chuma/db/migrate'
import { readOperatorEnv } from './read-operator-env.ts'

/** Say in one line which database another version made, and how to keep it or start empty. */
export function explainForeignSchema({ migration }: ForeignSchemaError): string {
  const { DATABASE_URL, DATA_DIR } = readOperatorEnv()
  const why = `was made by another version (migration ${migration}), and this version cannot use it.`
  if (DATABASE_URL)
    return `The database at DATABASE_URL ${why} To start empty, name an empty database; to keep the data, run the version that made it.`
  const folder = findEmbeddedFolder(path.resolve(DATA_DIR)) ?? path.resolve(DATA_DIR)
  return `The database in ${folder} ${why} To start empty, delete that folder; to keep the data, move it away or run the version that made it.`
}
