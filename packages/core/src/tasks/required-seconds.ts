type Task = { kind: string; minTimeSeconds: number | null }

/** How long a task has to be on the screen, by the server's clock. An advertisement says so itself. */
export function requiredSeconds({ kind, minTimeSeconds }: Task, videoWatchSeconds: number): number {
  return kind === 'ad' && minTimeSeconds !== null ? minTimeSeconds : videoWatchSeconds
}
