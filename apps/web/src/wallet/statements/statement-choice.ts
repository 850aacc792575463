export type StatementChoice = { month?: string }

/** Read the month of an address; anything else means the current one. */
export function readStatementChoice({ month }: Record<string, unknown>): StatementChoice {
  return typeof month === 'string' && /^2\d{3}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}
}

/** List all months between two, newest first. */
export function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = last; month >= first; month = monthBefore(month)) months.push(month)
  return months
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 2, 1)).toISOString().slice(0, 7)
}
