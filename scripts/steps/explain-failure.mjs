// In the syntax of Node 14, as on-maintained-node.mjs is.

const FULL = /ENOSPC|no space left on device|EDQUOT|disk quota exceeded/i
const FORBIDDEN = /\b(EACCES|EPERM|EROFS)\b/
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|E407)\b|\bGET (407)\b/

/**
 * One line for a failure that the person at the machine can mend, read from a program's output; undefined for any other.
 * `thing` was being fetched or written into `folder`, which takes about `megabytes`.
 */
export function explainFailure(output, { thing, folder, megabytes }) {
  const again = `run ${command()} again`
  if (FULL.test(output))
    return `The disk is full: there is no room for ${thing} in ${folder}. Free about ${megabytes} MB and ${again}.`
  const [, forbidden] = FORBIDDEN.exec(output) || []
  if (forbidden)
    return `This account may not write ${thing} into ${folder} (${forbidden}). Make the folder yours (chown) and ${again}.`
  const [, code, status] = UNREACHABLE.exec(output) || []
  const unreachable = code || status
  if (unreachable)
    return `Could not fetch ${thing}: the network gives no answer (${unreachable}). Connect this machine, or name your proxy (npm config set https-proxy URL), and ${again}.`
  return undefined
}

/** The command that a person typed. */
function command() {
  const script = process.env.npm_lifecycle_event || 'start'
  return script === 'start' || script === 'test' ? `npm ${script}` : `npm run ${script}`
}
