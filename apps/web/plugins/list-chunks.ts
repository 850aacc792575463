import type { Manifest } from 'vite'

export type Chunks = { scripts: string[]; styles: string[] }

/** The files that come with these modules and with the components of these routes, and with all that they import. */
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
    if (!manifest[module]) throw new Error(`${module} is no chunk of its own`)
    visit(module)
  }
  for (const id of routeIds) visit(`${routeFile(id)}?tsr-split=component`)
  return { scripts: [...scripts], styles: [...styles] }
}

/** `/_app/` is `src/routes/_app/index.tsx`, `/_app/survey/$surveyId` is `src/routes/_app/survey.$surveyId.tsx`. */
function routeFile(id: string): string {
  const [, layout, ...rest] = id.split('/')
  return `src/routes/${layout}/${rest.join('.') || 'index'}.tsx`
}
