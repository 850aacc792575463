import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from './list-files.ts'

type Manifest = {
  name: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
type Locked = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  inBundle?: boolean
}

const root = join(import.meta.dirname, '../..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifests: Manifest[] = listFiles('')
  .filter((path) => /^(?:(?:apps|packages)\/[^/]+\/)?package\.json$/.test(path))
  .map(readJson)
const locked: [path: string, Locked][] = Object.entries(readJson('package-lock.json').packages)
const installed = locked.filter(([path]) => path.includes('node_modules/'))

test('every dependency is named in one exact version', () => {
  expect(manifests.length).toBeGreaterThan(8)
  for (const { name, dependencies, devDependencies } of manifests) {
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      const expected = dependency.startsWith('@chuma/') ? /^\*$/ : /^\d+\.\d+\.\d+(-[\w.]+)?$/
      expect(version, `${dependency} of ${name}`).toMatch(expected)
    }
  }
})

test('every installed package is locked by a hash, and none comes from an address of its own', () => {
  const foreign = installed.filter(([, { link }]) => !link)
  expect(foreign.length).toBeGreaterThan(300)
  for (const [path, { version, resolved, integrity, inBundle }] of foreign) {
    expect(version, path).toMatch(/^\d/)
    // A bundled package is covered by the hash of the one that bundles it.
    if (!inBundle) expect(integrity, path).toMatch(/^sha512-/)
    expect(resolved, path).toBeUndefined()
  }
})

test('our own packages come from this tree, so that nobody can publish one in their name', () => {
  const own = installed.filter(([path]) => /node_modules\/@chuma\//.test(path))
  expect(own.map(([path]) => path).sort()).toEqual(
    manifests
      .filter(({ name }) => name.startsWith('@chuma/'))
      .map(({ name }) => `node_modules/${name}`)
      .sort(),
  )
  for (const [path, { link, resolved }] of own) {
    expect(link, path).toBe(true)
    expect(resolved, path).toMatch(/^(apps|packages)\/\w+$/)
  }
})

test('what the server’s bundle leaves outside is where the built server looks for it, without tools', () => {
  const ofServer = manifests.filter(({ name }) => !/^@chuma\/(web|client|e2e)$/.test(name))
  const named = ofServer.flatMap(({ dependencies }) => Object.entries(dependencies ?? {}))
  const outside = named.filter(([name]) => !name.startsWith('@chuma/'))
  expect(outside.length).toBeGreaterThan(20)
  const places = new Map(locked)
  for (const [name, version] of outside) {
    const place = places.get(`node_modules/${name}`)
    expect([place?.version, place?.dev ?? false], name).toEqual([version, false])
  }
})

/** Technologies that docs/security.md calls not applicable. */
const UNSPOKEN =
  /ldap|xpath|xml|latex|graphql|websocket|socket\.io|^ws$|jsonwebtoken|^jose$|jwt|oauth|openid|saml|passport|multipart|multer|busboy|xlsx|memcache|webrtc|handlebars|\bejs\b|pug|nunjucks|markdown|ckeditor|tiptap|quill/i

test('no package of ours depends on what the security document says is not used', () => {
  for (const { name, dependencies, devDependencies } of manifests) {
    const used = Object.keys({ ...dependencies, ...devDependencies }).filter((each) => UNSPOKEN.test(each))
    expect(used, name).toEqual([])
  }
  expect(UNSPOKEN.test('fast-xml-parser')).toBe(true)
})
