import { readFileSync } from 'node:fs'

/**
 * npm starts this process through a shell. A signal sent to npm kills the shell but not this process, which would keep
 * the port. So the end of npm or its shell counts as SIGTERM.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const npm = findNpmAbove(parent)
  const timer = setInterval(() => {
    if (process.ppid === parent && isRunning(npm)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  timer.unref()
}

/** Only if a shell stays between npm and this process; the terminal above npm may end before the server (nohup). */
function findNpmAbove(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const above = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return readFileSync(`/proc/${above}/comm`, 'utf8').startsWith('npm') ? above : undefined
  } catch {
    return undefined
  }
}

function isRunning(pid) {
  if (!pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
