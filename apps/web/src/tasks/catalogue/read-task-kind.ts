import type { AdminTaskKind } from '@chuma/contract/tasks/tasks'

/** Separate from the schemas, because the first script parses addresses and has no schemas. */
const KINDS: Record<AdminTaskKind, true> = {
  video: true,
  ad: true,
  social: true,
  'micro-job': true,
  affiliate: true,
}

export function readTaskKind({ kind }: Record<string, unknown>): { kind?: AdminTaskKind | undefined } {
  return { kind: isKind(kind) ? kind : undefined }
}

function isKind(kind: unknown): kind is AdminTaskKind {
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind)
}
