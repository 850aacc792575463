type Options = {
  everyMs: number
  onError: (error: unknown) => void
}

/** Repeat `work` at an interval, never twice at once. When it returns true there is more, and it runs again at once. */
export function repeat(work: () => Promise<boolean>, { everyMs, onError }: Options) {
  let isStopped = false
  let running: Promise<void> | null = null
  const workOn = async () => {
    while ((await work()) && !isStopped);
  }
  const run = () => {
    running ??= workOn()
      .catch(onError)
      .finally(() => {
        running = null
      })
  }
  run()
  const timer = setInterval(run, everyMs)
  return {
    /** Resolves when the current run has ended. */
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
