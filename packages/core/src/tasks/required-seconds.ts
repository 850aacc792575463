type Task = { kind: string; minTimeSeconds: number | null }

/** How long a task has to be open, by the server's clock. An advertisement has its own minimum. */
export function requiredSeconds({ kind, minTimeSeconds }: Task, videoWatchSeconds: number): number {
  return kind === 'ad' && minTimeSeconds !== null ? minTimeSeconds : videoWatchSeconds
}
