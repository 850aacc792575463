/**
 * The version of `data`. A new field does not change it; a removed field, or one with a new meaning, does. Version 2 of `survey.completed` has
 * a pseudonym where the first had the account; events from before keep what they said.
 */
const versionOf = ({ type, data }: Pick<Event, 'type' | 'data'>) =>
  type === 'survey.completed' && 'respondentId' in data ? 2 : 1

type Event = { type: string; occurredAt: Date; data: object }

/** Write the message for receivers: the same bytes for every attempt and replay. */
export function writeMessage({ type, occurredAt, data }: Event): string {
  return JSON.stringify({
    type,
    version: versionOf({ type, data }),
    timestamp: occurredAt.toISOString(),
    data,
  })
}
