export const LANGUAGES = ['en', 'sw'] as const
export type Language = (typeof LANGUAGES)[number]
