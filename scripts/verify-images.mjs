// Asks each image's registry for the digest that infra pins: it must exist there, for the processors we run on. Says which
// tags point elsewhere by now, so that somebody can update them. Needs the network, so it runs in the security workflow.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ACCEPTED = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
]
const PLATFORMS = ['linux/amd64', 'linux/arm64']
const PINNED = /(?:^FROM|image:) +([a-z0-9./-]+):([\w.-]+)@(sha256:[0-9a-f]{64})/gm

const root = join(import.meta.dirname, '..')
const text = ['infra/Dockerfile', 'infra/compose.yaml']
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
const images = new Map(
  [...text.matchAll(PINNED)].map(([, name, tag, digest]) => [
    `${name}:${tag}@${digest}`,
    { name, tag, digest },
  ]),
)
if (images.size === 0) throw new Error('No pinned image was found')

let failures = 0
for (const [image, { name, tag, digest }] of images) {
  const repository = name.includes('/') ? name : `library/${name}`
  const ask = await openRegistry(repository)
  const pinned = await ask(digest)
  const platforms = pinned?.manifests.map(({ platform }) => `${platform?.os}/${platform?.architecture}`) ?? []
  const missing = PLATFORMS.filter((platform) => !platforms.includes(platform))
  if (missing.length > 0) {
    failures += 1
    console.error(`✗ ${image}: ${pinned ? `not for ${missing.join(', ')}` : 'the registry does not have it'}`)
    continue
  }
  const newest = (await ask(tag))?.digest
  console.log(newest === digest ? `✓ ${image}` : `✓ ${image} (the tag is now ${newest})`)
}
process.exit(failures === 0 ? 0 : 1)

/** Docker Hub gives anyone a token to read a public repository. */
async function openRegistry(repository) {
  const scope = `repository:${repository}:pull`
  const answer = await fetch(`https://auth.docker.io/token?service=registry.docker.io&scope=${scope}`)
  const { token } = await answer.json()
  return async (reference) => {
    const response = await fetch(`https://registry-1.docker.io/v2/${repository}/manifests/${reference}`, {
      headers: { authorization: `Bearer ${token}`, accept: ACCEPTED.join(', ') },
    })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`${repository}: the registry answered ${response.status}`)
    return { digest: response.headers.get('docker-content-digest'), ...(await response.json()) }
  }
}
