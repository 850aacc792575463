const BAR_AFTER_MS = 3000
const BAR_WIDTH = 24

/**
 * Print one line with the step's name and how long it took. On a terminal a step of more than 3 s gets a bar; `share` says how
 * much of it is done, from 0 to 1.
 */
export async function reportStep(label, work, share = undefined) {
  const end = beginStep(label, share)
  try {
    const result = await work()
    end()
    return result
  } catch (error) {
    end('failed')
    throw error
  }
}

/** Begin the line of such a step. Returns what ends it, as done or with another word. */
export function beginStep(label, share = undefined) {
  const began = performance.now()
  process.stdout.write(`${label} … `)
  const stopDrawing = share && process.stdout.isTTY ? drawBar(label, began, share) : () => {}
  return (word = `done in ${seconds(performance.now() - began)}`) => {
    stopDrawing()
    process.stdout.write(`${word}\n`)
  }
}

/** Returns what puts the step's line back. */
function drawBar(label, began, share) {
  let furthest = 0
  let isDrawn = false
  const timer = setInterval(() => {
    const elapsed = performance.now() - began
    if (elapsed < BAR_AFTER_MS) return
    isDrawn = true
    // What is counted may shrink for a moment, for example while npm moves folders.
    furthest = Math.max(furthest, Math.min(share(), 1))
    const full = Math.round(furthest * BAR_WIDTH)
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`
    process.stdout.write(
      `\r\x1b[K${label} ${bar} ${Math.round(furthest * 100)} %  ${Math.round(elapsed / 1000)} s`,
    )
  }, 250)
  return () => {
    clearInterval(timer)
    if (isDrawn) process.stdout.write(`\r\x1b[K${label} … `)
  }
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
