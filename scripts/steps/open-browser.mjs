import { spawn } from 'node:child_process'

const OPENERS = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }

/** Open an address in the browser of the person who sits at this machine; in CI, over SSH and without a display, do nothing. */
export function openBrowser(url) {
  if (!sitsHere()) return
  const [file, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(file, [...args, url], { stdio: 'ignore', detached: true })
  // Where nothing opens addresses, the one that is printed is enough.
  child.once('error', () => {})
  child.unref()
}

function sitsHere({ env, stdout, platform } = process) {
  if (!stdout.isTTY || env.CI || env.SSH_CONNECTION || env.SSH_TTY) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}
