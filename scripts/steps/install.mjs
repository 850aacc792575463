import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { reportStep } from './report-step.mjs'
import { npm, root, runQuietly, Stop } from './run-command.mjs'

export async function install() {
  if (isInstalled()) return
  await reportStep('Installing packages', async () => {
    // NODE_ENV=production would omit what the build needs.
    const { code, output } = await runQuietly(...npm('ci', '--include=dev', '--no-audit', '--no-fund'))
    if (code !== 0) throw new Stop(`\n${output.trim()}\n\nnpm ci failed.`)
  })
}

/** npm writes its own lock file last, so an interrupted installation has none. */
function isInstalled() {
  const hidden = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = readPackages(path.join(root, 'package-lock.json'))
  const installed = readPackages(hidden)
  return Object.entries(wanted).every(([where, entry]) => {
    if (where === '' || !isForThisSystem(entry)) return true
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
