type Run = { scores: Record<string, number>; failed: Record<string, string> }

export function findMissedGoals(page: { name: string; performance: number }, runs: Run[]): string[]

type Look = { page: { name: string; blockingRatio: number }; blockedMs: number; largestMs: number }

export function medianOf(values: number[]): number

export function findMissedRatios(look: Look, yardstick: { blockedMs: number }): string[]
