const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isUuid = (text: string): boolean => UUID.test(text)

/** What an entry of the audit log may be about, and names by a bare id. */
export const SUBJECTS_WITH_ID = [
  'member',
  'withdrawal',
  'proof',
  'claim',
  'partner',
  'partner-event',
  'partner-invoice',
  'partner-receipt',
  'report-row',
  'client',
  'client-user',
  'premium-payment',
  'difference',
  'statement-row',
  'survey',
  'survey-review',
  'task',
  'question',
  'contact',
  'job',
  'approval',
  'alarm',
] as const
