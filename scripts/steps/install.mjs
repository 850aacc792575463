import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { reportStep } from './report-step.mjs'
import { npm, root, runQuietly, Stop } from './run-command.mjs'

/** Install every package that the lock file pins; `toServe`: only those that build the product and run it, a third of them. */
export async function install({ toServe = false } = {}) {
  if (isInstalled(toServe)) return
  await reportStep(toServe ? 'Installing packages' : 'Installing packages and tools', async () => {
    // NODE_ENV=production would omit the tools.
    const which = toServe ? '--omit=dev' : '--include=dev'
    const { code, output } = await runQuietly(...npm('ci', which, '--no-audit', '--no-fund'))
    if (code !== 0) throw new Stop(`\n${output.trim()}\n\nnpm ci failed.`)
  })
}

/** npm writes its own lock file last, so an interrupted installation has none. */
function isInstalled(toServe) {
  const hidden = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = readPackages(path.join(root, 'package-lock.json'))
  const installed = readPackages(hidden)
  return Object.entries(wanted).every(([where, entry]) => {
    if (where === '' || !isForThisSystem(entry) || (toServe && entry.dev)) return true
    const found = installed[where]
    if (!found) return entry.optional === true && !entry.os
    return found.version === entry.version && found.integrity === entry.integrity
  })
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
