import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const NOT_OURS = new Set([
  ...['node_modules', '.git', '.turbo', '.data', '.data-large', '.cache', '.screenshots', '.lighthouse'],
  ...['dist', 'test-results', 'playwright-report'],
])

/** List the files below `folder` as paths from the root, without what is installed or built. */
export function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : listFiles(path)
    return entry.isFile() ? [path] : []
  })
}
