import type { Due } from '@chuma/db/queries/admin/alarms'

/**
 * Name an alarm in one line for mails and reasons, which have no words for its figures.
 * @example nameAlarm({ cause: 'books-differ', figures: { count: 2, day: '2026-11-20' } }) // 'books-differ (count 2, day 2026-11-20)'
 */
export function nameAlarm({ cause, figures: { floats, ...plain } }: Due): string {
  const facts = [
    ...(floats ?? []).map(({ provider, kes, hours }) => `${provider} ${kes} KES for ${hours} hours`),
    ...Object.entries(plain).map(([name, value]) => `${name} ${value ?? 'none'}`),
  ]
  return `${cause} (${facts.join(', ')})`
}
