export const PRESET_DAYS = [7, 30, 90] as const
export type PresetDays = (typeof PRESET_DAYS)[number]

/** A preset of the last days, or a range of days; and the survey whose funnel is shown. */
export type AnalyticsSearch = { days?: PresetDays; from?: string; to?: string; offer?: string }
export type Period = { from: string; to: string }

const MAX_DAYS = 366
export const DAY_MS = 24 * 3600 * 1000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Read the search of an address; invalid parts are dropped. */
export function readAnalyticsSearch({ days, from, to, offer }: Record<string, unknown>): AnalyticsSearch {
  const chosen = typeof offer === 'string' && UUID.test(offer) ? { offer } : {}
  if (isDay(from) && isDay(to) && isPeriod({ from, to })) return { from, to, ...chosen }
  const preset = PRESET_DAYS.find((count) => count === days)
  return preset === undefined ? chosen : { days: preset, ...chosen }
}

export function isPeriod({ from, to }: Period): boolean {
  return from <= to && countDays({ from, to }) <= MAX_DAYS
}

function countDays({ from, to }: Period): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
}

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^2\d{3}-\d{2}-\d{2}$/.test(value)) return false
  const moment = new Date(value)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}
