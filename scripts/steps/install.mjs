import { existsSync, readFileSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { explainFailure } from './explain-failure.mjs'
import { reportStep } from './report-step.mjs'
import { FAIL_SOON, npm, root, runQuietly, Stop } from './run-command.mjs'

/** Megabytes that npm fetches, and that `node_modules` takes on disk (Linux, 30 November 2026). */
const SIZES = { toServe: { fetched: 155, onDisk: 355 }, all: { fetched: 280, onDisk: 740 } }

/** Install every package that the lock file pins; `toServe`: only those that build the product and run it, a third of them. */
export async function install({ toServe = false } = {}) {
  const wanted = readPackages(path.join(root, 'package-lock.json'))
  const needed = toServe ? reach(wanted) : Object.keys(wanted)
  if (isInstalled(wanted, needed)) return
  const { fetched, onDisk } = toServe ? SIZES.toServe : SIZES.all
  const places = needed.filter((place) => isForThisSystem(wanted[place]) && !wanted[place].link)
  const count = places.filter((place) => place.includes('node_modules/')).length
  const thing = toServe ? 'packages' : 'packages and tools'
  const label = `Installing ${count} ${thing} (${fetched} MB to fetch, ${onDisk} MB in node_modules)`
  const share = () =>
    places.filter((place) => existsSync(path.join(root, place, 'package.json'))).length / places.length
  const about = {
    thing: `the ${thing}`,
    folder: path.join(root, 'node_modules'),
    megabytes: onDisk + fetched,
  }
  await reportStep(
    label,
    async () => {
      const output = await runNpm(toServe, about)
      // npm leaves out an optional package that it cannot fetch, and succeeds.
      const reason = isInstalled(wanted, needed) ? undefined : explainFailure(output, about)
      if (reason) throw new Stop(reason)
    },
    share,
  )
}

/** Returns npm's output, which names each address that does not answer. */
async function runNpm(toServe, about) {
  // npm takes minutes to find out and to clean up.
  if (!hasRoom(about.megabytes)) throw new Stop(explainFailure('ENOSPC', about))
  // Without peers: what the product imports it names itself, and tRPC asks for TypeScript only for its types.
  // NODE_ENV=production would omit the tools.
  const which = toServe ? ['--omit=dev', '--legacy-peer-deps'] : ['--include=dev']
  const command = npm('ci', ...which, '--no-audit', '--no-fund', '--loglevel=http', ...FAIL_SOON)
  const { code, output } = await runQuietly(...command)
  if (code === 0) return output
  const shown = output.replaceAll(/^npm http .*\n/gm, '').trim()
  throw new Stop(explainFailure(output, about) ?? `\n${shown}\n\nnpm ci failed.`)
}

/** An earlier installation makes room: npm deletes it first. */
function hasRoom(megabytes) {
  if (existsSync(path.join(root, 'node_modules'))) return true
  const { bavail, bsize, blocks } = statfsSync(root)
  // Some network drives report no size at all.
  return blocks === 0 || bavail * bsize > megabytes * 1e6
}

/** npm writes its own lock file last, so an interrupted installation has none. */
function isInstalled(wanted, needed) {
  const hidden = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = readPackages(hidden)
  return needed.every((place) => {
    const entry = wanted[place]
    if (place === '' || !isForThisSystem(entry)) return true
    const found = installed[place]
    if (!found) return entry.optional === true && !entry.os
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** List what our own packages need, without their tools and without peers. */
function reach(packages) {
  const found = new Set()
  const visit = (place) => {
    if (found.has(place)) return
    found.add(place)
    const { link, resolved, dependencies, optionalDependencies } = packages[place]
    if (link) visit(resolved)
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = findPackage(packages, place, name)
      if (at) visit(at)
    }
  }
  for (const place of Object.keys(packages)) if (!place.includes('node_modules/')) visit(place)
  return [...found]
}

/** Where Node finds a package from `place`: in the nearest `node_modules` above. */
function findPackage(packages, place, name) {
  for (let folder = place; ; folder = path.posix.dirname(folder)) {
    const at = path.posix.join(folder, 'node_modules', name)
    if (packages[at]) return at
    if (folder === '.' || folder === '') return undefined
  }
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function isForThisSystem({ os, cpu, libc }) {
  // npm picks packages by C library; those for the other library are rightly absent.
  return !libc && matches(os, process.platform) && matches(cpu, process.arch)
}

function matches(list, value) {
  if (!list) return true
  return list.includes(value) || (list.some((item) => item.startsWith('!')) && !list.includes(`!${value}`))
}
