import path from 'node:path'
import { bundle } from '../../bundle.mjs'

const here = import.meta.dirname
const entryPoints = ['main', 'serve', 'load'].map((name) => path.join(here, `${name}.ts`))

/** Bundled like the server: running from sources would add the loader's cost to the measurement. */
await bundle(entryPoints, { folder: path.join(here, '../../dist'), bin: 'bench', sourcemap: true })
