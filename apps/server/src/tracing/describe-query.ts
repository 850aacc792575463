import type { QueryEvent } from '@chuma/db/client'

const LONGEST = 2000

/** A statement with its placeholders. Values travel apart from it; what stands in it all the same is taken out. */
export function describeQuery(event: QueryEvent) {
  const text = event.query.sql
    .replaceAll(/'(?:[^']|'')*'/g, "'…'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  const operation = /^\w+/.exec(text)?.[0].toLowerCase() ?? 'query'
  const table = /\b(?:from|into|update) "?([a-z_]+(?:\.[a-z_]+)?)"?/i.exec(withoutParts(text))?.[1]
  const failed = event.level === 'error'
  return {
    name: table ? `${operation} ${table}` : operation,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.slice(0, LONGEST),
      ...(failed ? { 'error.type': codeOf(event.error) } : {}),
    },
    failed,
  }
}

/** What stands in parentheses has tables of its own. */
function withoutParts(text: string): string {
  const shorter = text.replaceAll(/\([^()]*\)/g, '')
  return shorter === text ? text : withoutParts(shorter)
}

/** The code alone: the message may say what stands in the row. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
}
