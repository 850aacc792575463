import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')
const IMPORT = /import \{([^}]*)\} from '@tabler\/icons-react'/g

/** The outlined icons that the site's sources import, with the shapes that the package draws. */
async function readShapes() {
  const names = globSync('src/**/*.{ts,tsx}', { cwd: web }).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(IMPORT)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim()),
    ),
  )
  const used = [...new Set(names)].filter((name) => /^Icon[A-Z]/.test(name)).sort()
  const shapes: [string, object[]][] = []
  for (const name of used) shapes.push([name, await readIcon(name)])
  return shapes
}

async function readIcon(name: string): Promise<object[]> {
  const { __iconNode: nodes } = await import(`@tabler/icons-react/dist/esm/icons/${name}.mjs`)
  return nodes.map(([tag, { key: _, ...attributes }]: [string, Record<string, string>]) => [tag, attributes])
}

test('the site is built with the icons that it uses, as the package draws them', async () => {
  const shapes = await readShapes()
  expect(shapes.length).toBeGreaterThan(50)
  const lines = shapes.map(([name, nodes]) => `  ${JSON.stringify(name)}: ${JSON.stringify(nodes)}`)
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot('icons.gen.json')
})
