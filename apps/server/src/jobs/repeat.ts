type Options = {
  everyMs: number
  onError: (error: unknown) => void
}

/** Does `work` now and then again, never twice at once. True from it means that there is more, which is done at once. */
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
    /** Lets what is running finish. */
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
