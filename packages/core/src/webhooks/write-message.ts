/**
 * The version of `data`. A new field does not change it; a removed field, or one with a new meaning, does. The first `survey.completed` named
 * the account, version 2 the pseudonym, and version 3 nobody; events from before keep what they said.
 */
function versionOf({ type, data }: Pick<Event, 'type' | 'data'>): number {
  if (type !== 'survey.completed') return 1
  return 'completedOn' in data ? 3 : 'respondentId' in data ? 2 : 1
}

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
