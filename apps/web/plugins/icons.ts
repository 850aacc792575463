import type { Plugin } from 'vite'
import icons from './icons.gen.json' with { type: 'json' }

const PACKAGE = '@tabler/icons-react'
/** Where they would be, so that they are grouped as the parts of other packages are. */
const FOLDER = `\0/node_modules/${PACKAGE}/`
const INDEX = `${FOLDER}index.js`
const FACTORY = '/src/ui/create-icon.ts'

/**
 * Serve the icons that the site uses from `icons.gen.json`, each as a module of its own, so that a build needs none of the package's
 * thousands. `vitest run apps/web/plugins -u` writes the file again.
 */
export function serveIcons(): Plugin {
  const shapes: Record<string, object[]> = icons
  const moduleOf = (name: string) => `${FOLDER}${name}.js`
  const names = new Map(Object.keys(shapes).map((name) => [moduleOf(name), name]))
  return {
    name: 'chuma:icons',
    // Must run before Vite resolves the package itself.
    enforce: 'pre',
    resolveId(id) {
      if (id !== PACKAGE && !names.has(id)) return null
      return { id: id === PACKAGE ? INDEX : id, moduleSideEffects: false }
    },
    load(id) {
      if (id === INDEX)
        return [...names].map(([file, name]) => `export { ${name} } from ${JSON.stringify(file)}`).join('\n')
      const name = names.get(id)
      if (!name) return
      const drawn = `/* @__PURE__ */ createIcon(${JSON.stringify(shapes[name])})`
      return `import { createIcon } from '${FACTORY}'\nexport const ${name} = ${drawn}`
    },
  }
}
