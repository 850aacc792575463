import { readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../../../infra/ha')

/** Fill in this machine's addresses. The tests use the same files that are shipped. */
export function fillTemplate(name: string, values: Record<string, string | number>): string {
  return readFileSync(path.join(folder, name), 'utf8')
    .replaceAll(/^\s*#.*$/gm, '')
    .replaceAll(/\$\{(\w+)\}/g, (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`${name} asks for ${key}`)
      return String(value)
    })
}
