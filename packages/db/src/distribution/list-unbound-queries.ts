import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PLACEMENTS, type Placement } from './placements.ts'
import { type Block, splitBlocks } from './split-blocks.ts'

const spread = Object.entries<Placement>(PLACEMENTS).flatMap(([table, placement]) =>
  'by' in placement ? [{ table, by: placement.by }] : [],
)
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/**
 * List functions that use rows of distributed tables and compare none of their keys: on several servers each such statement
 * asks every server. Reads the text only: a function that names a member for one of two tables is not found.
 */
export async function listUnboundQueries(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found = await Promise.all(
    files.map(async (file) => {
      const blocks = splitBlocks(await readFile(path.join(folder, file), 'utf8'))
      return blocks
        .filter(({ isExported, text }) => isExported && isUnbound(withHelpers(text, blocks)))
        .map(({ name }) => `${path.basename(file, '.ts')}.${name}`)
    }),
  )
  return found.flat().sort()
}

/** Add the file's private conditions and query beginnings that this function uses. */
function withHelpers(text: string, blocks: readonly Block[]): string {
  const helpers = blocks.filter((block) => !block.isExported && new RegExp(`\\b${block.name}\\b`).test(text))
  return [text, ...helpers.map((helper) => helper.text)].join('\n')
}

function isUnbound(text: string): boolean {
  const used = spread.filter(({ table }) => isUsed(table, text))
  return used.length > 0 && !used.some(({ by }) => isCompared(by, text))
}

/** Whether a table is read, changed or deleted from. An inserted row states its own placement. */
function isUsed(table: string, text: string): boolean {
  const inSql = new RegExp(`\\b(from|join|update|using)\\s+${table}\\b`, 'i')
  const built = new RegExp(
    `(selectFrom|[jJ]oin|updateTable|deleteFrom|from)\\(\\s*\\[?'${camel(table)}( as \\w+)?'`,
  )
  return inSql.test(text) || built.test(text)
}

function isCompared(column: string, text: string): boolean {
  const inSql = new RegExp(`\\b${column}\\s*=\\s*(any\\()?\\(?\\$\\{`)
  const turned = new RegExp(`\\}(::\\w+)?\\s*=\\s*(\\w+\\.)?${column}\\b`)
  const built = new RegExp(`(?<!Ref)\\(\\s*'(\\w+\\.)?${camel(column)}'\\s*,\\s*'(=|in)'`)
  return inSql.test(text) || turned.test(text) || built.test(text)
}
