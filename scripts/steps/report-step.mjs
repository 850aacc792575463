/** Print one line with the step's name and how long it took. */
export async function reportStep(label, work) {
  const began = performance.now()
  process.stdout.write(`${label} … `)
  try {
    const result = await work()
    process.stdout.write(`done in ${seconds(performance.now() - began)}\n`)
    return result
  } catch (error) {
    process.stdout.write('failed\n')
    throw error
  }
}

export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
