import { cp, rm } from 'node:fs/promises'
import { bundle } from './bundle.mjs'

const PROGRAMS = ['main', 'admin', 'backup', 'restore', 'migrate', 'rotate-secrets', 'verify', 'reset-demo']

// dist/ is the whole program except its npm packages: the bundle, the migrations beside it, and the built site.
await rm('dist', { recursive: true, force: true })
const entryPoints = PROGRAMS.map((name) => `src/${name}.ts`)
await bundle(entryPoints, { folder: 'dist', sourcemap: true })
await cp('../web/dist', 'dist/web', { recursive: true })
