import path from 'node:path'
import { bundle } from '../../bundle.mjs'

const here = import.meta.dirname
const entryPoints = ['main', 'serve', 'load'].map((name) => path.join(here, `${name}.ts`))

/** As the server itself is built: what runs the sources as they stand would be measured with them. */
await bundle(entryPoints, { folder: path.join(here, '../../dist'), bin: 'bench', sourcemap: 'linked' })
