import { posix } from 'node:path'

const RELATIVE = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

/** Find the groups of files that import each other, types included, by the text of each file. */
export function findImportCycles(files: ReadonlyMap<string, string>): string[][] {
  const imports = new Map([...files].map(([path, text]) => [path, listImports(path, text)]))
  const reached = new Map([...files.keys()].map((path) => [path, reach(path, imports)]))
  const groups = new Map<string, string[]>()
  for (const path of files.keys()) {
    const group = [...(reached.get(path) ?? [])].filter((other) => reached.get(other)?.has(path)).sort()
    if (group.length > 0) groups.set(group.join(), group)
  }
  return [...groups.values()]
}

function listImports(path: string, text: string): string[] {
  return [...text.matchAll(RELATIVE)].map(([, target = '']) =>
    posix.join(posix.dirname(path), target.replace(/\?.*/, '')),
  )
}

function reach(from: string, imports: ReadonlyMap<string, string[]>): Set<string> {
  const found = new Set<string>()
  const rest = [...(imports.get(from) ?? [])]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (found.has(next) || !imports.has(next)) continue
    found.add(next)
    rest.push(...(imports.get(next) ?? []))
  }
  return found
}
