import type { Terminal } from './terminal.ts'

const WIDTH = 24
const count = new Intl.NumberFormat('en-KE')

/** Show progress in a terminal; nothing if errors go to a file. `total` if known. */
export function startProgress({ stderr, env }: Terminal, label: string, total?: number) {
  const isShown = stderr.isTTY === true && env.TERM !== 'dumb'
  let done = 0
  const draw = () => {
    if (isShown) stderr.write(`\r\u001b[2K${label} ${total ? drawBar(done, total) : count.format(done)}`)
  }
  draw()
  return {
    advance: (by: number) => {
      done += by
      draw()
    },
    stop: () => {
      if (isShown) stderr.write('\r\u001b[2K')
    },
  }
}

function drawBar(done: number, total: number): string {
  const full = Math.round((Math.min(done, total) / total) * WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${count.format(done)} of ${count.format(total)}`
}
