import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PLACEMENTS, type Placement } from './placements.ts'
import { type Block, splitBlocks } from './split-blocks.ts'

const spread = new Set(
  Object.entries<Placement>(PLACEMENTS).flatMap(([table, placement]) =>
    placement.class === 'local' ? [] : [table],
  ),
)
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Each row would get another value. */
const VOLATILE = /\b(clock_timestamp|timeofday|random|gen_random_uuid|nextval|pg_backend_pid)\s*\(/
/** The above, and what is stable within a statement or a transaction. */
const MUTABLE =
  /\b(clock_timestamp|timeofday|random|gen_random_uuid|nextval|pg_backend_pid|now|statement_timestamp|transaction_timestamp|business_day)\s*\(/

/**
 * List statements of `queries` that change distributed or reference tables in a way that Citus refuses: with a volatile
 * function, or with a stable one within COALESCE, CASE or ON CONFLICT. Reads their text and the constants they name.
 */
export async function listUnsteadyChanges(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const sources = await Promise.all(
    files.map(async (file) => ({ file, source: await readFile(path.join(folder, file), 'utf8') })),
  )
  const exported = sources.flatMap(({ source }) => splitBlocks(source).filter((block) => block.isExported))
  return sources
    .flatMap(({ file, source }) => {
      const imported = exported.filter(({ name }) => isImported(name, source))
      const blocks = splitBlocks(source)
      return blocks.flatMap((block) =>
        listChanges(block.text)
          .filter((change) => isUnsteady({ ...change, text: expand(change.text, [...blocks, ...imported]) }))
          .map(({ table }) => `${path.basename(file, '.ts')}.${block.name} changes ${table}`),
      )
    })
    .sort()
}

function isImported(name: string, source: string): boolean {
  return new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\.{1,2}/`, 'm').test(source)
}

type Change = { table: string; isInsert: boolean; text: string }

/** The part of a statement between the table it changes and its execution. */
function listChanges(block: string): Change[] {
  const built = /\.(updateTable|deleteFrom|insertInto)\(\s*'(\w+)/
  const written = /\b(update|delete from|insert into)\s+(\w+)/
  const begins = new RegExp(`${built.source}|${written.source}`, 'g')
  return [...block.matchAll(begins)].flatMap((found) => {
    const [, builds, builtTable, writes, writtenTable] = found
    const table = snake(builtTable ?? writtenTable ?? '')
    if (!spread.has(table)) return []
    const [text = ''] = block.slice(found.index).split(/\.execute/, 1)
    return [{ table, isInsert: builds === 'insertInto' || writes === 'insert into', text }]
  })
}

/** Replace each name with the text it stands for. */
function expand(text: string, blocks: readonly Block[]): string {
  return blocks.reduce((expanded, { name, text: meant }) => {
    const use = new RegExp(`(?<![.\\w'])${name}\\b(?!:)`, 'g')
    if (!use.test(expanded)) return expanded
    const others = blocks.filter((block) => block.name !== name)
    const [, ...value] = meant.split(/ = | \{\n/)
    return expanded.replace(use, () => expand(value.join(' = '), others))
  }, text)
}

function isUnsteady({ isInsert, text }: Change): boolean {
  const [, ...onConflict] = text.split(/onConflict\(|on conflict/)
  if (isInsert) return MUTABLE.test(onConflict.join(''))
  return VOLATILE.test(text) || listChoices(text).some((choice) => MUTABLE.test(choice))
}

/** List what is between the brackets of a COALESCE, and between CASE and END. */
function listChoices(text: string): string[] {
  return [...text.matchAll(/\bcoalesce\(|\bcase\s/g)].map(({ index, 0: word }) => {
    const rest = text.slice(index)
    if (word.startsWith('case')) return rest.split(/\bend\b/, 1)[0] ?? ''
    let depth = 0
    const end = [...rest].findIndex((letter) => {
      if (letter === '(') depth += 1
      if (letter === ')') depth -= 1
      return letter === ')' && depth === 0
    })
    return rest.slice(0, end)
  })
}
