import type { Manifest } from 'vite'

export type Chunks = { scripts: string[]; styles: string[] }

/** List the chunks of these modules and of the components of these routes, with everything they import. */
export function listChunks(
  manifest: Manifest,
  modules: readonly string[],
  routeIds: readonly string[] = [],
): Chunks {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    chunk.imports?.forEach(visit)
  }
  for (const module of modules) {
    if (!manifest[module]) throw new Error(`${module} is not a chunk`)
    visit(module)
  }
  for (const key of Object.keys(manifest)) {
    if (routeIds.includes(routeIdOf(key) ?? '')) visit(key)
  }
  return { scripts: [...scripts], styles: [...styles] }
}

/** Turn `src/routes/_app/admin_/members.$memberId.tsx?tsr-split=…` into `/_app/admin_/members/$memberId`. */
function routeIdOf(key: string): string | undefined {
  const [, path] = /^src\/routes(\/.*)\.tsx\?tsr-split=.*component/.exec(key) ?? []
  return path?.replaceAll('.', '/').replace(/\/index$/, '/')
}
