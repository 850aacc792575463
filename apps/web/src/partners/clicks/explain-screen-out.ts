import type { Translate } from '../../i18n/i18n.ts'

const REASONS = {
  'not-a-match': 'screenOut.noMatch',
  'not-eligible': 'screenOut.noMatch',
  noteligible: 'screenOut.noMatch',
  disqualified: 'screenOut.noMatch',
  terminated: 'screenOut.noMatch',
  'screen-out': 'screenOut.noMatch',
  'screened-out': 'screenOut.noMatch',
  'quota-full': 'screenOut.full',
  'over-quota': 'screenOut.full',
  overquota: 'screenOut.full',
  'survey-closed': 'screenOut.closed',
  closed: 'screenOut.closed',
  'too-fast': 'screenOut.tooFast',
  speeder: 'screenOut.tooFast',
  duplicate: 'screenOut.duplicate',
  quality: 'screenOut.quality',
  'low-quality': 'screenOut.quality',
  fraud: 'screenOut.checks',
  security: 'screenOut.checks',
} as const

const reasons: ReadonlyMap<string, (typeof REASONS)[keyof typeof REASONS]> = new Map(Object.entries(REASONS))

/** Explain in plain words why a partner screened this member out. Unknown reasons are quoted. */
export function explainScreenOut(reason: string | null, t: Translate): string {
  const code = (reason ?? '').trim()
  if (code === '') return t('screenOut.noMatch')
  const key = reasons.get(code.toLowerCase().replaceAll(/[\s_]+/g, '-'))
  return key ? t(key) : t('screenOut.other', { reason: code })
}
