type Run = { scores: Record<string, number>; failed: Record<string, string> }

export function findMissedGoals(page: { name: string; performance: number }, runs: Run[]): string[]
